import { describe, expect, test } from 'bun:test'
import type { PlaceId } from '../../src/base/ids.ts'
import { distanceM } from '../../src/geo/distance.ts'
import { E7 } from '../../src/geo/point.ts'
import type { PointE7 } from '../../src/geo/ring.ts'
import {
  builtinBoundaries,
  builtinPlaces,
  formerUnitPlaces,
  provinceAliases,
} from '../../src/import/units/builtin.ts'
import type { Place, PlaceKind } from '../../src/search/model/place.ts'

const places = builtinPlaces()
const byId = new Map(places.map((place) => [place.id, place]))

function pointOf(place: Place | undefined) {
  return { lon: (place?.lonE7 ?? 0) / E7, lat: (place?.latE7 ?? 0) / E7 }
}

function named(kind: PlaceKind, name: string, provinceId: string | null): Place[] {
  return places.filter(
    (place) => place.kind === kind && place.name === name && place.provinceId === provinceId,
  )
}

describe('the built-in dataset', () => {
  test('has every unit, with ids that are its own', () => {
    const count = (kind: PlaceKind, isFormer: boolean) =>
      places.filter((place) => place.kind === kind && place.successorIds.length > 0 === isFormer)
        .length
    expect(byId.size).toBe(places.length)
    expect([count('province', false), count('ward', false)]).toEqual([34, 3321])
    expect([count('province', true), count('district', true)]).toEqual([29, 701])
    expect(count('district', false)).toBe(0)
    expect(count('ward', true)).toBeGreaterThan(10_000)
    expect(count('settlement', false)).toBeGreaterThan(850)
  })

  test('refers to units that are there', () => {
    for (const place of places) {
      const ids = [place.wardId, place.provinceId, place.formerParentId, ...place.successorIds]
      for (const id of ids) if (id !== null) expect(byId.has(id)).toBe(true)
      for (const id of place.successorIds) expect(byId.get(id)?.code).not.toBeNull()
    }
  })

  test('puts everything into Vietnam, and parents before what refers to them', () => {
    const seen = new Set<PlaceId>()
    for (const place of places) {
      expect(place.lonE7 > 102e7 && place.lonE7 < 118e7).toBe(true)
      expect(place.latE7 > 6e7 && place.latE7 < 23.5e7).toBe(true)
      expect(place.importance > 0 && place.importance <= 1).toBe(true)
      seen.add(place.id)
      if (place.formerParentId !== null) expect(seen.has(place.formerParentId)).toBe(true)
    }
  })

  test('has no two names of a place alike', () => {
    for (const { name, aliases } of places) {
      expect(new Set([name, ...aliases]).size).toBe(aliases.length + 1)
    }
  })

  test('knows a ward, a former ward, district and province by what they became', () => {
    const [saigon] = named('ward', 'Phường Sài Gòn', 'vn79')
    expect(saigon).toMatchObject({ id: 'vn26740', code: '26740', aliases: ['Sài Gòn'] })
    const [benNghe] = named('ward', 'Phường Bến Nghé', 'vn79')
    const [district1] = named('district', 'Quận 1', 'vn79')
    expect(benNghe).toMatchObject({ successorIds: ['vn26740'], aliases: ['Bến Nghé'] })
    expect(benNghe?.formerParentId).toBe(district1!.id)
    expect(district1).toMatchObject({ aliases: [], formerParentId: 'vn79' })
    expect(district1?.successorIds).toContain('vn26740' as PlaceId)
    const [binhDuong] = named('province', 'Tỉnh Bình Dương', 'vn79')
    expect(binhDuong).toMatchObject({ aliases: ['Bình Dương'], formerParentId: null, code: null })
    const [thuDauMot] = named('district', 'Thành phố Thủ Dầu Một', 'vn79')
    expect(thuDauMot?.formerParentId).toBe(binhDuong!.id)
  })

  test('knows districts that had ended before 2025', () => {
    const [district2] = named('district', 'Quận 2', 'vn79')
    const thaoDien = named('ward', 'Phường Thảo Điền', 'vn79').map((ward) => ward.formerParentId)
    expect(thaoDien).toContain(district2!.id)
    const [vinh] = named('district', 'Thành phố Vinh', 'vn40')
    expect(vinh?.aliases).toEqual(['Thị xã Cửa Lò', 'Vinh', 'Cửa Lò'])
    // Divided: each part has the name of the whole.
    for (const part of ['Quận Bắc Từ Liêm', 'Quận Nam Từ Liêm']) {
      expect(named('district', part, 'vn01')[0]?.aliases).toContain('Huyện Từ Liêm')
    }
  })

  test.each([
    ['01', ['Hà Nội', 'Hanoi']],
    ['04', ['Cao Bằng']],
    ['46', ['Huế', 'Hue', 'Thừa Thiên Huế']],
    ['79', ['TP HCM', 'Sài Gòn', 'Saigon', 'Hồ Chí Minh']],
    ['99', []],
  ])('calls province %s %p', (code, names) => {
    expect(provinceAliases(code)).toEqual(expect.arrayContaining(names))
  })

  test('has a polygon for each province', () => {
    const ids = places.filter((p) => p.kind === 'province' && p.code !== null).map((p) => p.id)
    expect(builtinBoundaries().map(({ unit }) => unit.id)).toEqual(ids)
  })
})

describe('former units of an extract', () => {
  const at = { lonE7: 1_067_000_000, latE7: 107_800_000 }

  test('are those whose successors it holds', () => {
    const found = formerUnitPlaces((id) => (id === 'vn26740' ? at : null))
    const names = found.map((place) => place.name)
    expect(names).toContain('Quận 1')
    expect(names).toContain('Phường Bến Nghé')
    expect(names).not.toContain('Quận Gò Vấp')
    for (const place of found) {
      expect(place.successorIds as readonly string[]).toEqual(['vn26740'])
      expect(place).toMatchObject(at)
    }
  })

  test('that were towns go before the country around them', () => {
    const districts = places
      .filter(({ kind, successorIds }) => kind === 'district' && successorIds.length > 0)
      .sort((a, b) => b.importance - a.importance)
    const kinds = districts.map(({ name }) => /^(Thành phố|Quận|Thị xã|Huyện) /.exec(name)?.[1])
    expect([...new Set(kinds)]).toEqual(['Thành phố', 'Quận', 'Thị xã', 'Huyện'])
    expect(kinds.lastIndexOf('Thành phố')).toBeLessThan(kinds.indexOf('Quận'))
    expect(kinds.lastIndexOf('Quận')).toBeLessThan(kinds.indexOf('Thị xã'))
    expect(kinds.lastIndexOf('Thị xã')).toBeLessThan(kinds.indexOf('Huyện'))
  })

  test('that were towns stand where these do, others on the ground of one of their wards', () => {
    const [island] = named('district', 'Thành phố Phú Quốc', 'vn91')
    expect(distanceM(pointOf(island), { lon: 103.959, lat: 10.217 })).toBeLessThan(5_000)
    const [port] = named('district', 'Thành phố Quy Nhơn', 'vn52')
    expect(distanceM(pointOf(port), { lon: 109.224, lat: 13.776 })).toBeLessThan(1_000)
    const two: ReadonlyMap<string, PointE7> = new Map([
      ['vn26740', { lonE7: 1_060_000_000, latE7: 100_000_000 }],
      ['vn26743', { lonE7: 1_070_000_000, latE7: 110_000_000 }],
    ])
    const stands = [...two.values()].map(({ lonE7, latE7 }) => `${lonE7} ${latE7}`)
    for (const place of formerUnitPlaces((id) => two.get(id) ?? null)) {
      expect(stands).toContain(`${place.lonE7} ${place.latE7}`)
    }
  })

  test('have the ids of the built-in dataset', () => {
    const found = formerUnitPlaces((id) => (id === 'vn26740' ? at : null))
    for (const { id, name } of found) expect(byId.get(id)?.name).toBe(name)
    expect(formerUnitPlaces(() => null)).toEqual([])
  })
})
