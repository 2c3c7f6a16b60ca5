import { describe, expect, test } from 'bun:test'
import { readDrawing, TWO_WARDS, unitTags, WEST_WARD } from './drawing.ts'

/* Faults of somebody's map: a rejection that is counted, never the end of an import. */

describe('units', () => {
  const HANOI = `
    r9004 w9002:outer w9003:outer  ${unitTags(4, 'Thành phố Hà Nội')}
    r9005 w9002:outer w9003:outer  ${unitTags(4, 'Hà Nội')}`
  const LAST = `
    r9004 w9001:outer w9003:outer  ${unitTags(6, 'Phường Không Có')} | ref=26740`
  test.each([
    ['a ward has the code of one that has none', [' | ref=26740', ''], ['26737', '26740'], 'r9003'],
    ['a ward has the code of another', ['\n', '\n'], ['26737', '26740'], 'r9003'],
    ['a stranger has the code of a ward', ['\n', `${LAST}\n`], ['', ''], 'r9004'],
    [
      'a province is there by its whole and its short name',
      ['\n', `${HANOI}\n`],
      ['', ''],
      'r9005',
    ],
  ])('of two claims to one unit the worse is refused: %s', async (_, first, second, loser) => {
    const town = TWO_WARDS.replace(first[0] ?? '', first[1] ?? '')
    const drawing = town.replace(second[0] ?? '', second[1] ?? '')
    const { places, rejections } = await readDrawing(drawing)
    const given = { reason: 'boundary given twice', count: 1, examples: [loser] }
    expect(rejections.all()).toContainEqual(given)
    expect(places.find(({ id }) => id === WEST_WARD)?.name).toBe('Phường Sài Gòn')
    expect(new Set(places.map(({ id }) => id)).size).toBe(places.length)
  })
})

describe('an extract that was merged of several', () => {
  const TOWN = `
    n1 10 50
    n2 90 50
    n3 20 51  amenity=cafe | name=Sân | addr:housenumber=12;14 | addr:street=Nguyễn Trãi
    w1 n1 n2  highway=residential | name=Nguyễn Trãi
    w2 n1 n2 n3 n1  amenity=school | name=Trường
    r1 w2:outer  type=multipolygon | amenity=university | name=Đại học`

  test.each([
    ['each object after itself', TOWN.replaceAll(/\n.*/g, (line) => line + line)],
    ['one town after the other', TOWN + TOWN],
  ])('%s: every place is there once', async (_, town) => {
    const once = await readDrawing(TWO_WARDS + TOWN)
    const { places, rejections } = await readDrawing(TWO_WARDS + town)
    expect(places).toEqual(once.places)
    const [twice] = rejections.all()
    expect(twice?.reason).toBe('object that the extract holds twice')
    expect(twice?.examples.toSorted()).toEqual(['n3', 'r1', 'w1', 'w2'])
  })
})
