import { openBoundaries } from '../../boundaries/open.ts'
import { lineLengthM } from '../../geo/line.ts'
import type { Place } from '../../search/model/place.ts'
import { AreaFinder } from '../passes/area.ts'
import { StreetBook } from '../streets/street-book.ts'
import { streetKey } from '../streets/street-key.ts'
import type { Street } from '../streets/streets.ts'
import { alleyName } from '../tags/alley.ts'
import { STREET_CLASSES } from '../tags/road-tags.ts'

/**
 * An operator's places with their ward, province and street in this dataset. They keep the name of
 * the street as it was given when the dataset has none of that name.
 */
export function placedOperators(
  operators: readonly Place[],
  places: readonly Place[],
  boundariesIndex: Uint8Array,
): Place[] {
  if (operators.length === 0) return []
  const areas = new AreaFinder(openBoundaries(boundariesIndex))
  const streets = places.filter(({ kind }) => kind === 'street' || kind === 'alley')
  const book = new StreetBook(streets.map(streetOf))
  return operators.map((place) => {
    const area = areas.areaAt(place)
    const { streetName } = place
    const street = streetName === null ? null : streets[book.named(streetName, place, area)]
    return {
      ...place,
      ...area,
      streetName: street?.name ?? streetName,
      streetId: street?.id ?? null,
    }
  })
}

function streetOf(place: Place): Street {
  const { wardId, provinceId, name, nameEn, aliases, lines } = place
  return {
    key: streetKey(name),
    area: { wardId, provinceId },
    names: { name, nameEn, aliases },
    roadClass: STREET_CLASSES.find((known) => `highway=${known}` === place.category) ?? null,
    alley: place.kind === 'alley' ? alleyName(name) : null,
    lines,
    lengthM: lines.reduce((sum, line) => sum + lineLengthM(line), 0),
    stand: { lonE7: place.lonE7, latE7: place.latE7 },
  }
}
