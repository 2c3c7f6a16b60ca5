import type { PlaceId } from '../base/ids.ts'
import { stringAt } from '../base/string-pool.ts'
import { E7, type Point } from '../geo/point.ts'
import { countryAt, NUMBER_SEPARATOR, nameOf, streetLine } from './answer.ts'
import { numberNear } from './houses.ts'
import { kindOf, NONE, type SearchIndex } from './layout.ts'
import type { Lang, ReverseAnswer, ReverseQuery } from './query.ts'

/**
 * Writes places that are no units as answers to `reverse`: the address reads as `answerOf` writes
 * it, at a fraction of its cost. Names of units, which every answer shows, are decoded once.
 */
export class ReverseAnswers {
  private readonly index: SearchIndex
  private readonly unitNames: Readonly<Record<Lang, (string | undefined)[]>>

  constructor(index: SearchIndex) {
    this.index = index
    const blank = () => Array.from<string | undefined>({ length: index.units })
    this.unitNames = { vi: blank(), en: blank() }
  }

  /**
   * The place that was found at `lonE7`, `latE7` (not rounded); of a street the nearest position,
   * with the number that a door there would have, as far as doors tell.
   */
  answer(
    place: number,
    lonE7: number,
    latE7: number,
    confidence: number,
    distanceM: number,
    { point, lang }: ReverseQuery,
  ): ReverseAnswer {
    const { index } = this
    const at = { lon: Math.round(lonE7) / E7, lat: Math.round(latE7) / E7 }
    const number = this.numberAt(place, point)
    const id = stringAt(index.strings, index.id[place]!)
    const ward = this.unitName(index.ward[place]!, lang)
    const province = this.unitName(index.province[place]!, lang)
    const address = this.address(place, ward, province, lang)
    return {
      id: (number === '' ? id : id + NUMBER_SEPARATOR + number) as PlaceId,
      address: number === '' ? address : `${number} ${address}`,
      lat: at.lat,
      lon: at.lon,
      ward,
      province,
      country: countryAt(at),
      confidence,
      distanceM,
    }
  }

  private address(place: number, ward: string | null, province: string | null, lang: Lang): string {
    const kind = kindOf(this.index, place)
    const line = kind === 'house' || kind === 'poi' ? streetLine(this.index, place, lang) : null
    const main = kind === 'house' ? (line ?? '') : nameOf(this.index, place, lang)
    let address = main
    if (kind === 'poi' && line !== null && line !== main) address += `, ${line}`
    if (ward !== null && ward !== main) address += `, ${ward}`
    if (province !== null && province !== main) address += `, ${province}`
    return address
  }

  /** The number at the street that is nearest to the point, empty when nothing tells it. */
  private numberAt(place: number, point: Point): string {
    const kind = kindOf(this.index, place)
    if (kind !== 'street' && kind !== 'alley') return ''
    return String(numberNear(this.index, place, point) ?? '')
  }

  private unitName(unit: number, lang: Lang): string | null {
    if (unit === NONE) return null
    const names = this.unitNames[lang]
    const known = names[unit]
    if (known !== undefined) return known
    const name = nameOf(this.index, unit, lang)
    names[unit] = name
    return name
  }
}
