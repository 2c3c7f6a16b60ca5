import * as addresses from './addresses.ts'
import * as crossings from './crossings.ts'
import * as numbers from './numbers.ts'
import * as places from './places.ts'
import * as streets from './streets.ts'
import * as units from './units.ts'

/** All tables of the lexicon. */
export const LEXICON = { addresses, crossings, numbers, places, streets, units }
