/**
 * Called by long work with the running step and its done part, 0 to 1, at least once in a few
 * thousand items. An error from it ends the work.
 */
export type OnStep = (step: string, part: number) => void

/** For work that nobody watches. */
export const UNWATCHED: OnStep = () => {}

/** Items between two reports where one takes less than a microsecond. */
const STRIDE = 4_096

/** The items with their numbers, telling `onStep` how far it is. */
export function watchedEach<T>(
  items: readonly T[],
  step: string,
  onStep: OnStep,
  visit: (item: T, i: number) => void,
): void {
  items.forEach((item, i) => {
    if (i % STRIDE === 0) onStep(step, i / items.length)
    visit(item, i)
  })
}
