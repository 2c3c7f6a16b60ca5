/**
 * Path of a program that a suite runs beside ours; null, told once on stderr, where it is not
 * installed: the suite is then skipped. With `CI=true` it must be there.
 */
export function program(name: string, toDo: string): string | null {
  const path = Bun.which(name)
  if (path !== null) return path
  if (process.env['CI'] === 'true') throw new Error(`${name} is missing. ${toDo}`)
  console.error(`Skipped what needs ${name}. ${toDo}`)
  return null
}
