import { SETTING_NAMES, SETTINGS, type Variables } from '../../config.ts'
import { editDistance } from '../../text/edit-distance.ts'

const PREFIX = 'SAOLA_'
const NAME_CHARS_MAX = 100
const SETTING_VARIABLES: readonly string[] = SETTING_NAMES.map((name) => SETTINGS[name].env)
/** Read elsewhere: what failures show, the key to a server, and where the tests have their data. */
const OTHER_VARIABLES = ['SAOLA_DEBUG', 'SAOLA_API_KEY', 'SAOLA_TEST_DATA']

/**
 * A warning for each variable that looks like a setting and is none, with the nearest name: without
 * it the default would be in force unnoticed. An empty one counts as unset.
 */
export function unknownVariables(variables: Variables): readonly string[] {
  return Object.keys(variables)
    .filter((name) => name.startsWith(PREFIX) && variables[name] !== '')
    .filter((name) => !SETTING_VARIABLES.includes(name) && !OTHER_VARIABLES.includes(name))
    .map(
      (name) =>
        `warning: ${name} is no setting and has no effect; the nearest is ${nearestTo(name)}. ` +
        "'saola config' shows them all.",
    )
}

/** Compared without the prefix, which some names have and some not: SAOLA_DATABASE_URL. */
function nearestTo(name: string): string {
  const wanted = bare(name)
  const farness = (other: string): number =>
    editDistance(wanted, bare(other)) - sameBeginning(wanted, bare(other))
  return SETTING_VARIABLES.toSorted((a, b) => farness(a) - farness(b))[0] ?? ''
}

function bare(name: string): string {
  return name.replace(PREFIX, '').slice(0, NAME_CHARS_MAX)
}

/** In characters: of names that are as far away, the one that begins alike is meant. */
function sameBeginning(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}
