import { E7, type Point } from '../../src/geo/point.ts'
import type { RoadEdges } from '../../src/routing/graph/graph.ts'

export function nodePoint(graph: RoadEdges, node: number): Point {
  return { lon: graph.nodeLonE7[node]! / E7, lat: graph.nodeLatE7[node]! / E7 }
}
