import { counted, withCommas } from '../../base/shown-text.ts'
import type { GraphSummary } from '../../routing/build/build.ts'
import type { Vehicle } from '../../routing/model/vehicle.ts'
import type { ObjectId } from './object.ts'

/** Examples kept for a reason: enough to look some up, few enough to read. */
const EXAMPLES_MAX = 5

/** Why objects were left out, counted by reason, with a few examples each. */
export class Rejections {
  private readonly reasons = new Map<string, { count: number; examples: string[] }>()

  add(reason: string, id: ObjectId | string): void {
    const entry = this.reasons.get(reason)
    if (entry === undefined) this.reasons.set(reason, { count: 1, examples: [id] })
    else {
      entry.count++
      if (entry.examples.length < EXAMPLES_MAX) entry.examples.push(id)
    }
  }

  /** The most frequent first. */
  all(): readonly RejectionCount[] {
    return [...this.reasons]
      .map(([reason, entry]) => ({ reason, ...entry }))
      .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
  }
}

export interface RejectionCount {
  readonly reason: string
  readonly count: number
  readonly examples: readonly string[]
}

export interface PassCost {
  readonly pass: string
  readonly seconds: number
  /** Largest resident memory of the process from its start to the end of the pass. */
  readonly peakMemoryMb: number
}

export interface GraphReport extends GraphSummary {
  readonly vehicle: Vehicle
}

export interface FileSize {
  readonly name: string
  readonly bytes: number
}

/** The report of an import; stored with the dataset. */
export interface ImportReport {
  /** Null after a dry run. */
  readonly dataset: string | null
  readonly source: string
  readonly sourceBytes: number
  /** 64 lower-case hexadecimal digits; null after a dry run. */
  readonly sourceSha256: string | null
  /** ISO 3166-1 alpha-2; ZZ when the extract does not show it. */
  readonly country: string
  /** Objects in the extract. */
  readonly read: { readonly nodes: number; readonly ways: number; readonly relations: number }
  /** Places of each kind. */
  readonly counts: Readonly<Record<string, number>>
  readonly rejected: readonly RejectionCount[]
  readonly warnings: readonly string[]
  /** None after a dry run, or of an extract without roads. */
  readonly graphs: readonly GraphReport[]
  readonly files: readonly FileSize[]
  readonly passes: readonly PassCost[]
  readonly seconds: number
  /** Largest resident memory of the process so far. */
  readonly peakMemoryMb: number
}

/** A line for each reason: how many, and some examples. */
export function rejectionLines(rejections: Rejections): string[] {
  return rejections.all().map(({ reason, count, examples }) => {
    const more = count > examples.length ? ' …' : ''
    return `${count} × ${reason}: ${examples.join(' ')}${more}`
  })
}

/** The report as a person reads it. */
export function reportLines(report: ImportReport): readonly string[] {
  const { nodes, ways, relations } = report.read
  const lines = [
    `read ${counted(nodes, 'node')}, ${counted(ways, 'way')}, ${counted(relations, 'relation')} ` +
      `from ${report.source} (${megabytes(report.sourceBytes)})`,
    ...Object.entries(report.counts).map(
      ([kind, count]) => `  ${kind.padEnd(12)}${withCommas(count)}`,
    ),
  ]
  if (report.rejected.length > 0) lines.push('left out')
  for (const { reason, count, examples } of report.rejected) {
    const more = count > examples.length ? ' …' : ''
    lines.push(`  ${withCommas(count).padStart(8)}  ${reason}: ${examples.join(' ')}${more}`)
  }
  if (report.graphs.length > 0) lines.push('road graphs', ...report.graphs.flatMap(graphLines))
  if (report.files.length > 0) lines.push('files')
  for (const { name, bytes } of report.files) lines.push(`  ${name.padEnd(24)}${megabytes(bytes)}`)
  lines.push('passes')
  for (const { pass, seconds, peakMemoryMb } of report.passes) {
    lines.push(`  ${pass.padEnd(24)}${seconds.toFixed(1).padStart(6)} s ${peakMemoryMb} MB`)
  }
  const peak = `${withCommas(report.peakMemoryMb)} MB of memory`
  lines.push(`${report.seconds.toFixed(1)} s in all, at most ${peak}`)
  for (const warning of report.warnings) lines.push(`warning: ${warning}`)
  return lines
}

function graphLines(graph: GraphReport): readonly string[] {
  const { vehicle, nodes, edges, restrictions, crowdedNodes } = graph
  const lines = [
    `  ${vehicle.padEnd(12)}${counted(nodes, 'node')}, ${counted(edges, 'edge')}, ` +
      counted(restrictions, 'forbidden turn'),
  ]
  const ignored = Object.entries(graph.ignoredRestrictions).filter(([, count]) => count > 0)
  if (ignored.length > 0) {
    const reasons = ignored.map(([reason, count]) => `${withCommas(count)} ${reason}`).join(', ')
    lines.push(`${MARGIN}restrictions without effect: ${reasons}`)
  }
  if (crowdedNodes > 0) {
    lines.push(`${MARGIN}${counted(crowdedNodes, 'junction')} of too many roads: none leads across`)
  }
  return lines
}

/** Lines below the counts of a vehicle. */
const MARGIN = ' '.repeat(14)

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
