import { join } from 'node:path'
import type { Command } from 'commander'
import { ServiceError } from '../base/errors.ts'
import { SEARCH_FILE } from '../dataset.ts'
import type { Point } from '../geo/point.ts'
import { type Explanation, explain } from '../search/explain.ts'
import { openSearch } from '../search/search.ts'
import { mapFile } from '../system/mapped-file.ts'
import { answer, type CommandEnv, columns, DATABASE_SETTINGS, newCommand } from './env/command.ts'
import { searchedDataset } from './env/dataset.ts'

export function explainCommand(env: CommandEnv): Command {
  const command = newCommand(
    'explain',
    'tell how a text is read and its answers are ranked, with every term of their scores',
    DATABASE_SETTINGS,
  )
    .argument('<text...>', 'an address or a name; several words need no quotes')
    .option('--typing', 'read it as autocomplete does: the last word may go on')
    .option('--focus <lat,lon>', 'the position that answers should be near')
  return command.action(async (words: string[]) => {
    const { typing, focus } = command.opts()
    const point = focus === undefined ? null : parseFocus(String(focus))
    const { directory } = await searchedDataset(command, env)
    const search = openSearch(mapFile(join(directory, SEARCH_FILE)))
    const explanation = explain(search, words.join(' '), typing === true, point)
    answer(command, env, explanation, () => linesOf(explanation))
  })
}

function parseFocus(text: string): Point {
  const [lat, lon, ...more] = text
    .split(',')
    .map((part) => (part.trim() === '' ? NaN : Number(part)))
  const isPoint = Math.abs(lat ?? NaN) <= 90 && Math.abs(lon ?? NaN) <= 180 && more.length === 0
  if (isPoint) return { lat: lat!, lon: lon! }
  throw new ServiceError(
    'USAGE',
    `--focus is ${JSON.stringify(text)}; write latitude and longitude: --focus 21.03,105.85`,
  )
}

function linesOf(explanation: Explanation): string[] {
  const { tokens, interpretations, candidates, refused, pruned, matches, geocoded } = explanation
  return [
    `Words: ${tokens.join(' · ')}`,
    '',
    'Interpretations, in the order in which they were tried (* taken)',
    ...columns([
      ['', 'RULE', 'WORDS', 'COST', 'EXPLAINS', 'SCORE', 'BEST'],
      ...interpretations.map((each) => [
        each.isTaken ? '*' : '',
        each.rule,
        each.tokens,
        each.cost.toFixed(2),
        percent(each.coverage),
        each.score.toFixed(0),
        each.best ?? 'nothing',
      ]),
    ]),
    '',
    'Candidates, by score',
    ...candidates.flatMap((each) => [
      `${each.score.toFixed(0).padStart(6)}  ${each.address} (${each.kind})`,
      `        explains ${percent(each.coverage)}: ${each.explained}; ${termsOf(each)}`,
    ]),
    ...refused.map(
      ({ verdict, count, examples }) =>
        `Refused, ${verdict}: ${count}, such as ${examples.join(' | ')}`,
    ),
    `Left out, as no more of their names could be among the best: ${pruned} places`,
    '',
    'Answers',
    ...(explanation.intersections > 0
      ? [`  first ${explanation.intersections} crossings of two streets`]
      : []),
    ...matches.map(
      ({ address, kind, coverage, score }, i) =>
        `  ${i + 1}  ${address} (${kind}), explains ${percent(coverage)}, ` +
        `score ${score.toFixed(0)}`,
    ),
    ...(matches.length === 0 ? ['  none'] : []),
    ...(geocoded === null
      ? []
      : [
          '',
          `Geocoded: ${geocoded.address} (${geocoded.matchLevel}), ` +
            `confidence ${geocoded.confidence}`,
        ]),
  ]
}

function termsOf({ terms, number, missing }: Explanation['candidates'][number]): string {
  const points = Object.entries(terms).map(
    ([name, value]) => `${name} ${value > 0 ? '+' : ''}${value.toFixed(0)}`,
  )
  const notes = [
    ...(number === 'none' ? [] : [`number: ${number}`]),
    ...(missing > 0 ? [`${percent(missing)} of the name not asked for`] : []),
  ]
  return [...points, ...notes].join(', ')
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`
}
