import { cutWays } from '../../src/routing/build/cut.ts'
import { buildEdges } from '../../src/routing/build/edges.ts'
import { readRestrictions } from '../../src/routing/build/restrictions.ts'
import type { RoadNetwork } from '../../src/routing/model/network.ts'
import type { Vehicle } from '../../src/routing/model/vehicle.ts'
import { turnCosts } from '../../src/routing/profile/turn-costs.ts'
import { Oracle } from './dijkstra.ts'

/** The oracle over the same edges as the graph that `buildGraph` makes of the network. */
export function oracleOf(network: RoadNetwork, vehicle: Vehicle): Oracle {
  const costs = turnCosts(vehicle)
  const cut = cutWays(network, vehicle)
  const edges = buildEdges(network, cut, costs)
  const { forbidden } = readRestrictions(network, cut, edges, vehicle)
  return new Oracle({ edges, costs, forbidden })
}
