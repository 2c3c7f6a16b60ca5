/** Stops the program when our own reasoning is wrong. `message` is constant and names one fact. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionError(message)
}

/** A bug in Saola, never the caller's fault. */
export class AssertionError extends Error {
  override name = 'AssertionError'
}

/** For the branch that the compiler has proved empty. */
export function unreachable(value: never): never {
  throw new AssertionError(`unreachable value ${JSON.stringify(value)}`)
}
