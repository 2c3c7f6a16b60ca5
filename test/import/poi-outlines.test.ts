import { expect, test } from 'bun:test'
import { readDrawing } from './drawing.ts'

/* Of a POI that is drawn as an area its outline is kept. */

const NODES = `
  n1 0 0
  n2 20 0
  n3 20 10
  n31 10 10.01
  n4 0 10
  n5 5 3
  n6 8 3
  n7 8 6
  n8 5 6
  n9 40 0
  n10 41 0
  n11 41 0.5
`

async function outlineOf(objects: string, id: string): Promise<readonly number[] | undefined> {
  const { places } = await readDrawing(NODES + objects)
  return places.find((place) => place.id === id)?.lines.map(({ length }) => length / 2)
}

test.each([
  ['a way, without a corner that says nothing', 'w1 n1 n2 n3 n31 n4 n1', 'amenity=school', [5]],
  ['a way that is not closed', 'w1 n1 n2 n3 n4', 'amenity=school', []],
  ['an estate, which holds addresses', 'w1 n1 n2 n3 n4 n1', 'landuse=residential', []],
  ['what is too small', 'w1 n9 n10 n11 n9', 'amenity=school', []],
])('%s', async (_, way, tag, points) => {
  expect(await outlineOf(`${way}  ${tag} | name=Trường Mây`, 'w1')).toEqual(points)
})

test('a relation, with its hole', async () => {
  const drawing = `
    w1 n1 n2 n3 n4 n1
    w2 n5 n6 n7 n8 n5
    r1 w1:outer w2:inner  type=multipolygon | amenity=hospital | name=Bệnh viện Mây
  `
  expect(await outlineOf(drawing, 'r1')).toEqual([5, 5])
})

test('what has no name of its own has none', async () => {
  expect(await outlineOf('w1 n1 n2 n3 n4 n1  amenity=parking', 'w1')).toEqual([])
})
