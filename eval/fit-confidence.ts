import { distanceM } from '../src/geo/distance.ts'
import { E7 } from '../src/geo/point.ts'
import { buildSearch } from '../src/search/build/build-search.ts'
import {
  type ConfidenceModel,
  type ConfidenceWeights,
  confidenceOf,
  type Evidence,
  type EvidenceLevel,
  likelihoodOf,
} from '../src/search/confidence.ts'
import { evidenceFor, geocode } from '../src/search/geocode.ts'
import type { Place } from '../src/search/model/place.ts'
import type { GeocodeAnswer } from '../src/search/model/query.ts'
import { openSearch, type Search } from '../src/search/search.ts'
import { foldText } from '../src/text/fold.ts'
import { evaluationPlaces } from './dataset.ts'
import { FORMS, type Subject } from './forms.ts'
import { subjectsOf } from './pairs.ts'
import { randomFrom, shuffled } from './random.ts'

/*
 * Fits the confidence of geocoded answers, and writes src/search/model/confidence-fit.ts.
 *
 *   bun eval/fit-confidence.ts [--check]   with --check nothing is written: see `report`
 *
 * A third of the streets, houses and POIs is taken out of the index, as no map has all, then the
 * next third and the last; each time all are asked for in every form of forms.ts. An answer is right
 * if it is the place that was asked for, lies there, or is the street or a unit that holds it.
 */

const SEED = 20261126
/** One of so many places is taken out at a time. */
const FOLDS = 3
const ASKED_OF_A_FORM = 1200
const SAME_PLACE_M = 150
const SAME_STREET_M = 2_500
const FIT_FILE = new URL('../src/search/model/confidence-fit.ts', import.meta.url).pathname
/** How strongly weights are pulled towards those of all levels together. */
const RIDGE = 1
const STEPS = 40
const TENTHS = 10
/** Of so many parts of the places each is tested by a model that the others have taught. */
const PARTS = 10

const LEVELS: readonly EvidenceLevel[] = [
  'house',
  'between',
  'alley',
  'alleyAlone',
  'street',
  'streetAlone',
  'poi',
  'ward',
  'district',
  'province',
]

/** An answer to a question, and whether it is right. */
interface Answered {
  readonly evidence: Evidence
  readonly isRight: boolean
  /** Of its place. */
  readonly part: number
  readonly question: string
  readonly answer: string
}

class Truth {
  private readonly byId: ReadonlyMap<string, Place>

  constructor(places: readonly Place[]) {
    this.byId = new Map(places.map((place) => [place.id as string, place]))
  }

  isRight({ place: asked, street }: Subject, { place, matchLevel }: GeocodeAnswer): boolean {
    if (place.id === asked.id) return true
    const metres = distanceM(place, { lon: asked.lonE7 / E7, lat: asked.latE7 / E7 })
    const answer = this.byId.get(place.id)
    switch (matchLevel) {
      case 'province':
      case 'district':
      case 'ward':
        return answer?.kind === 'settlement' ? metres < SAME_STREET_M : this.holds(answer, asked)
      case 'street':
      case 'alley': {
        const isIt = [street, asked.name, asked.streetName ?? ''].some(
          (name) => name !== '' && bare(name) === bare(place.name),
        )
        return metres < (isIt ? SAME_STREET_M : SAME_PLACE_M)
      }
      case 'house':
      case 'poi':
        return metres < SAME_PLACE_M
    }
  }

  private holds(unit: Place | undefined, { id, wardId, provinceId }: Place): boolean {
    if (!unit) return false
    if (unit.id === id || unit.id === wardId || unit.id === provinceId) return true
    return unit.successorIds.some((each) => each === wardId || each === id)
  }
}

function bare(name: string): string {
  return foldText(name.replace(/^(?:Đường|Phố|Đại lộ) /u, ''))
}

/** Whether a place is taken out of the index: with its street, if it has one. */
function isTakenOut({ id, kind, streetId }: Place, fold: number): boolean {
  if (kind === 'house' && streetId !== null && hashOf(streetId) % FOLDS === fold) return true
  const mayBe = kind === 'street' || kind === 'alley' || kind === 'house' || kind === 'poi'
  return mayBe && hashOf(id) % FOLDS === fold
}

function hashOf(text: string): number {
  return Bun.hash.crc32(text)
}

function askAll(
  search: Search,
  truth: Truth,
  subjects: readonly Subject[],
  fold: number,
): Answered[] {
  return FORMS.filter(({ quality }) => quality !== 'typing').flatMap((form, i) => {
    const random = randomFrom(SEED + 100 * fold + i)
    const asked = shuffled(subjects.filter(form.accepts), random).slice(0, ASKED_OF_A_FORM)
    return asked.flatMap((subject): Answered[] => {
      const address = form.question(subject, random)
      if (address === null) return []
      const query = { address, lang: 'vi', focus: null } as const
      const found = geocode(search, query)
      const evidence = found && evidenceFor(search, query)
      if (!found || !evidence) return []
      const isRight = truth.isRight(subject, found)
      const part = hashOf(`test ${subject.place.id}`) % PARTS
      return [{ evidence, isRight, part, question: address, answer: found.place.address }]
    })
  })
}

/** What the model is told by: see `confidenceOf`. */
function told({ coverage, missing }: Evidence): readonly [number, number, number] {
  return [1, coverage - 1, -Math.min(1, missing)]
}

/** Logistic regression by Newton's method, pulled towards `prior`; only the first may be negative. */
function fitted(answered: readonly Answered[], prior: readonly number[]): number[] {
  let weights = [...prior]
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight, k) => -RIDGE * (weight - prior[k]!))
    const curvature = weights.map((_, k) => weights.map((__, j) => (j === k ? RIDGE : 0)))
    for (const { evidence, isRight } of answered) {
      const features = told(evidence)
      const odds = features.reduce((sum, feature, k) => sum + feature * weights[k]!, 0)
      const likely = 1 / (1 + Math.exp(-odds))
      features.forEach((feature, k) => {
        gradient[k]! += feature * ((isRight ? 1 : 0) - likely)
        features.forEach((other, j) => {
          curvature[k]![j]! += feature * other * likely * (1 - likely)
        })
      })
    }
    const change = solved(curvature, gradient)
    weights = weights.map((weight, k) => Math.max(k > 0 ? 0 : -Infinity, weight + change[k]!))
  }
  return weights
}

/** The solution of a small system of equations with a positive definite matrix (Gauss, Jordan). */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, k) => [...row, right[k]!])
  for (let k = 0; k < rows.length; k++) {
    const pivot = rows[k]![k]!
    rows[k] = rows[k]!.map((value) => value / pivot)
    for (let j = 0; j < rows.length; j++) {
      const factor = j === k ? 0 : rows[j]![k]!
      rows[j] = rows[j]!.map((value, at) => value - factor * rows[k]![at]!)
    }
  }
  return rows.map((row) => row.at(-1)!)
}

function weightsOf(answered: readonly Answered[]): ConfidenceModel['weights'] {
  const all = fitted(answered, [2, 2, 1])
  const fits = LEVELS.map((level): [EvidenceLevel, ConfidenceWeights] => {
    const own = answered.filter(({ evidence }) => evidence.level === level)
    const [sure, open, missing] = fitted(own, all).map((weight) => Math.round(weight * 100) / 100)
    return [level, { sure: sure!, open: open!, missing: missing! }]
  })
  return Object.fromEntries(fits) as Record<EvidenceLevel, ConfidenceWeights>
}

/** Of at least so many answers a knot is made. */
const KNOT_ANSWERS = 250

/**
 * Likelihoods and the share of answers of about that likelihood that are right, both ascending:
 * isotonic regression by pooling adjacent violators.
 */
function knotsOf(
  answered: readonly Answered[],
  weights: ConfidenceModel['weights'],
): ConfidenceModel['right'] {
  const rows = answered
    .filter(({ evidence }) => !evidence.isOutside)
    .map(({ evidence, isRight }) => ({ at: likelihoodOf(evidence, weights), isRight }))
    .sort((a, b) => a.at - b.at)
  const pools: { at: number; right: number; count: number }[] = []
  for (let i = 0; i < rows.length; i += KNOT_ANSWERS) {
    const those = rows.slice(i, i + KNOT_ANSWERS)
    const at = those.reduce((sum, row) => sum + row.at, 0)
    let pool = { at, right: those.filter(({ isRight }) => isRight).length, count: those.length }
    for (let last = pools.at(-1); last; last = pools.at(-1)) {
      if (last.right / last.count < pool.right / pool.count) break
      pool = {
        at: pool.at + last.at,
        right: pool.right + last.right,
        count: pool.count + last.count,
      }
      pools.pop()
    }
    pools.push(pool)
  }
  return pools.map(({ at, right, count }) => [at / count, right / count] as const)
}

function modelOf(answered: readonly Answered[]): ConfidenceModel {
  const weights = weightsOf(answered)
  return { weights, right: knotsOf(answered, weights) }
}

function written({ weights, right: knots }: ConfidenceModel): string {
  const lines = LEVELS.map((level) => {
    const { sure, open, missing } = weights[level]
    return `  ${level}: { sure: ${sure}, open: ${open}, missing: ${missing} },`
  })
  return [
    '/* Written by eval/fit-confidence.ts; src/search/confidence.ts says what it means. */',
    '',
    'export const CONFIDENCE_FIT = {',
    ...lines,
    '} as const',
    '',
    '/** Likelihoods by the model, and the share of such answers that were right; both ascend. */',
    'export const CONFIDENCE_RIGHT: readonly (readonly [number, number])[] = [',
    ...knots.map(([at, right]) => `  [${Number(at.toFixed(4))}, ${Number(right.toFixed(2))}],`),
    ']',
    '',
  ].join('\n')
}

/** Said and right, each answer by a model that has not seen its place. */
function report(rows: readonly Answered[]): void {
  const models = Array.from({ length: PARTS }, (_, part) =>
    modelOf(rows.filter((row) => row.part !== part)),
  )
  const said = ({ evidence, part }: Answered) => confidenceOf(evidence, models[part])
  console.log('| confidence | answers | said | right |')
  console.log('|---|--:|--:|--:|')
  for (let tenth = 0; tenth < TENTHS; tenth++) {
    const those = rows.filter((row) => Math.min(9, Math.floor(said(row) * 10)) === tenth)
    line(`${tenth / 10} to ${(tenth + 1) / 10}`, those, said)
  }
  for (const level of LEVELS) {
    line(
      level,
      rows.filter(({ evidence }) => evidence.level === level),
      said,
    )
  }
}

function line(name: string, rows: readonly Answered[], said: (row: Answered) => number): void {
  const mean = (of: (row: Answered) => number) =>
    rows.length === 0 ? '–' : (rows.reduce((sum, row) => sum + of(row), 0) / rows.length).toFixed(2)
  console.log(
    `| ${name} | ${rows.length} | ${mean(said)} | ${mean(({ isRight }) => Number(isRight))} |`,
  )
}

const places = await evaluationPlaces()
const truth = new Truth(places)
const subjects = subjectsOf(places)
const answered = Array.from({ length: FOLDS }, (_, fold) => {
  const known = places.filter((place) => !isTakenOut(place, fold))
  return askAll(openSearch(buildSearch(known)), truth, subjects, fold)
}).flat()
if (process.argv.includes('--check')) report(answered)
else {
  await Bun.write(FIT_FILE, written(modelOf(answered)))
  console.log(`${answered.length} answers; run it again with --check to see what that is worth.`)
}
if (process.argv.includes('--wrong')) {
  const wrong = answered.filter(({ isRight }) => !isRight)
  for (const { evidence, question, answer } of wrong) {
    console.log(
      `${confidenceOf(evidence)} ${evidence.level} ${evidence.coverage.toFixed(2)} ${evidence.missing.toFixed(2)}${evidence.isOutside ? ' outside' : ''}: ${question} → ${answer}`,
    )
  }
}
