import { afterAll, describe, expect, spyOn, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ServiceError } from '../../src/base/errors.ts'
import { buildRoutingFiles } from '../../src/import/roads/graphs.ts'
import { readRoadNetwork } from '../../src/import/roads/roads-network.ts'
import { checkGraph } from '../../src/routing/graph/check.ts'
import type { RoadNetwork } from '../../src/routing/model/network.ts'

const directory = mkdtempSync(join(tmpdir(), 'saola-roads-'))
afterAll(() => rmSync(directory, { recursive: true }))

/** An extract of its own; node 4 of way 21 is not in it. */
const EXTRACT = `<osm version="0.6">
  <node id="1" lat="21.00" lon="105.80"/>
  <node id="2" lat="21.00" lon="105.81"><tag k="barrier" v="gate"/><tag k="note" v="x"/></node>
  <node id="3" lat="21.00" lon="105.82"><tag k="highway" v="traffic_signals"/></node>
  <node id="5" lat="21.01" lon="105.82"><tag k="shop" v="books"/></node>
  <node id="6" lat="21.02" lon="105.82"/>
  <node id="7" lat="21.03" lon="105.82"><tag k="barrier" v="gate"/></node>
  <way id="20"><nd ref="1"/><nd ref="2"/><nd ref="2"/><nd ref="3"/>
    <tag k="highway" v="residential"/><tag k="name" v="Phố Huế"/><tag k="source" v="survey"/></way>
  <way id="21"><nd ref="1"/><nd ref="3"/><nd ref="4"/><nd ref="5"/><nd ref="6"/>
    <tag k="highway" v="residential"/><tag k="name" v="Phố Huế"/></way>
  <way id="22"><nd ref="3"/><nd ref="5"/><tag k="route" v="ferry"/></way>
  <way id="23"><nd ref="3"/><nd ref="6"/><tag k="building" v="yes"/></way>
  <way id="24"><nd ref="3"/><nd ref="6"/><tag k="highway" v="construction"/></way>
  <relation id="30"><member type="way" ref="20" role="from"/>
    <member type="node" ref="3" role="via"/><member type="way" ref="22" role="to"/>
    <tag k="type" v="restriction"/><tag k="restriction" v="no_left_turn"/></relation>
  <relation id="31"><member type="way" ref="20" role="from"/>
    <member type="way" ref="21" role="via"/><member type="way" ref="22" role="to"/>
    <member type="node" ref="6" role="location_hint"/>
    <tag k="type" v="restriction"/><tag k="restriction" v="no_u_turn"/></relation>
  <relation id="32"><member type="way" ref="20" role="from"/><tag k="type" v="route"/></relation>
</osm>`

function extract(name: string, text: string): string {
  const path = join(directory, name)
  writeFileSync(path, text)
  return path
}

/** Five thousand crossings with these tags on their streets, and `others`. */
function manyStreets(tags: string, others: string): string {
  const side = 70
  const nodes: string[] = []
  const ways: string[] = []
  for (let i = 0; i < side * side; i++) {
    const [row, column] = [Math.floor(i / side), i % side]
    nodes.push(`<node id="${i + 1}" lat="${21 + row / 1000}" lon="${105 + column / 1000}"/>`)
    for (const to of [column + 1 < side ? i + 2 : 0, row + 1 < side ? i + 1 + side : 0]) {
      if (to === 0) continue
      const nds = `<nd ref="${i + 1}"/><nd ref="${to}"/>`
      ways.push(`<way id="${100 + ways.length}">${nds}<tag k="highway" v="service"/>${tags}</way>`)
    }
  }
  return `<osm version="0.6">${nodes.join('')}${others}${ways.join('')}</osm>`
}

/** Ways by their id and the longitudes and latitudes they pass, in hundredths of a degree. */
function waysOf(network: RoadNetwork): string[] {
  return [...network.wayId].map((id, i) => {
    const nodes = [...network.wayNodes.subarray(network.wayFirst[i], network.wayFirst[i + 1])]
    const places = nodes.map((node) => {
      const lon = (network.nodeLonE7[node] ?? 0) / 1e5
      const lat = (network.nodeLatE7[node] ?? 0) / 1e5
      return `${lon},${lat}`
    })
    return `${id}: ${places.join(' ')}`
  })
}

describe('the roads of an extract', () => {
  test('are its ways for vehicles, cut where nodes are missing', async () => {
    const network = await readRoadNetwork(extract('town.osm', EXTRACT), { threads: 0 })
    if (network === null) throw new Error('the town has roads')
    expect(waysOf(network)).toEqual([
      '20: 10580,2100 10581,2100 10582,2100',
      '21: 10580,2100 10582,2100',
      '21: 10582,2101 10582,2102',
      '22: 10582,2100 10582,2101',
    ])
    const body = EXTRACT.replace(/<\/?osm.*>/g, '')
    const twice = extract('twice.osm', `<osm version="0.6">${body}${body}</osm>`)
    expect(await readRoadNetwork(twice, { threads: 0 })).toEqual(network)
    // Tags that routing does not read make no road different.
    expect(network.wayTags[0]).toBe(network.wayTags[1] ?? -1)
    expect(network.tagSets[network.wayTags[0] ?? -1]).toEqual({
      highway: 'residential',
      name: 'Phố Huế',
    })
  })

  test('and the nodes on them that hold one up', async () => {
    const network = await readRoadNetwork(extract('town.osm', EXTRACT), { threads: 0 })
    if (network === null) throw new Error('the town has roads')
    const tagged = [...network.taggedNode].map((node, i) => [
      (network.nodeLonE7[node] ?? 0) / 1e5,
      network.tagSets[network.nodeTags[i] ?? -1],
    ])
    expect(tagged).toEqual([
      [10581, { barrier: 'gate' }],
      [10582, { highway: 'traffic_signals' }],
    ])
  })

  test('and the restrictions, over a node or over ways', async () => {
    const network = await readRoadNetwork(extract('town.osm', EXTRACT), { threads: 0 })
    const restrictions = network?.restrictions.map(({ id, from, to, viaWays, viaNode }) => {
      const lon = viaNode === null ? null : (network.nodeLonE7[viaNode] ?? 0) / 1e5
      return { id, from, to, viaWays, lon }
    })
    expect(restrictions).toEqual([
      { id: 30, from: [20], to: [22], viaWays: [], lon: 10582 },
      { id: 31, from: [20], to: [22], viaWays: [21], lon: null },
    ])
  })

  test('none', async () => {
    const path = extract('sea.osm', '<osm version="0.6"><node id="1" lat="10" lon="110"/></osm>')
    expect(await readRoadNetwork(path, { threads: 0 })).toBeNull()
    expect(await buildRoutingFiles(path, directory, { threads: 0 })).toEqual([])
  })
})

describe('routing files', () => {
  test('one a vehicle, whole', async () => {
    const files = await buildRoutingFiles(extract('town.osm', EXTRACT), directory, { threads: 0 })
    expect(files.map(({ name }) => name)).toEqual(['routing-car.idx', 'routing-motobike.idx'])
    for (const { path, size, summary } of files) {
      const bytes = readFileSync(path)
      expect(bytes).toHaveLength(size)
      checkGraph(bytes)
      expect(summary.edges).toBe(4)
    }
  })

  test('of a motorbike, without the motorways', async () => {
    const path = extract('motorways.osm', EXTRACT.replaceAll('residential', 'motorway'))
    const files = await buildRoutingFiles(path, directory, { threads: 0 })
    // The ferry takes motorbikes too.
    expect(files.map(({ summary }) => summary.edges)).toEqual([4, 1])
  })

  test('of a directory that is not there are not written', async () => {
    const path = extract('town.osm', EXTRACT)
    const built = buildRoutingFiles(path, join(directory, 'gone'), { threads: 0 })
    expect(await built.catch((caught: unknown) => caught)).toMatchObject({ code: 'ENOENT' })
  })

  test.each([
    ['the first', 'routing-car.idx', 'motorcar=no'],
    ['the second', 'routing-motobike.idx', 'motorcycle=no'],
  ])('%s that fails stops the other, whose thread has ended then', async (_, name, closed) => {
    const blocked = mkdtempSync(join(directory, 'blocked-'))
    mkdirSync(join(blocked, name))
    // To the other vehicle there is far more to build.
    const [key, value] = closed.split('=')
    const street = `<way id="40"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>`
    const path = extract('many.osm', manyStreets(`<tag k="${key}" v="${value}"/>`, street))
    let ended = 0
    const terminate = Worker.prototype.terminate
    const slow = spyOn(Worker.prototype, 'terminate').mockImplementation(async function (
      this: Worker,
    ) {
      const code = await terminate.call(this)
      await Bun.sleep(50)
      ended++
      return code
    })
    const error = await buildRoutingFiles(path, blocked, { threads: 0 }).catch((caught) => caught)
    slow.mockRestore()
    expect(error).toMatchObject({ code: 'EISDIR' })
    expect(ended).toBe(2)
  })

  test('stop when told', async () => {
    const stop = new AbortController()
    const built = buildRoutingFiles(extract('town.osm', EXTRACT), directory, {
      threads: 0,
      signal: stop.signal,
    })
    stop.abort()
    const error = await built.catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ServiceError)
    expect(error instanceof ServiceError && error.code).toBe('INTERRUPTED')
  })
})
