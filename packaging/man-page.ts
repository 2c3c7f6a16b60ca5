import type { Option } from 'commander'
import { allCommands, type CommandNode, commandTree } from '../src/commands/about/command-tree.ts'
import { defaultText, SETTING_NAMES, SETTINGS } from '../src/config.ts'
import { buildProgram } from '../src/main.ts'
import { VERSION } from '../src/version.ts'

const FILES = [
  ['./saola-data', 'The data directory, unless \\-\\-data or SAOLA_DATA names another.'],
  ['/var/lib/saola', 'The data directory of the service that Debian and RPM packages bring.'],
  ['/etc/saola/saola.env', 'Settings of that service, a variable a line.'],
] as const

/** The tree of the whole command line. */
export function programTree(): CommandNode {
  const env = { variables: {}, out: () => {}, log: () => {}, progress: () => {}, ask: null }
  return commandTree(buildProgram({ ...env, signal: new AbortController().signal }))
}

/** saola(1) in troff, made from the command line itself. */
export function manPage(date: Date): string {
  const tree = programTree()
  const commands = allCommands(tree).filter(({ path, children, name }) => {
    return path !== tree.path && children.length === 0 && name !== 'help'
  })
  return `${[
    `.TH SAOLA 1 ${date.toISOString().slice(0, 10)} "Saola ${VERSION.version}" "User Commands"`,
    '.SH NAME',
    'saola \\- geocoding, places, boundaries and routing for Vietnam',
    '.SH SYNOPSIS',
    '.B saola',
    '.I command',
    '.RI [ options ]',
    '.SH DESCRIPTION',
    prose(tree.description),
    '.B saola serve',
    'answers requests over HTTP; the other commands import data, make keys and look after both.',
    'The running server has the documentation of its requests under /docs.',
    '.SH COMMANDS',
    ...commands.map(commandSection),
    '.SH ENVIRONMENT',
    'A setting may be given by its option or by its variable; the option wins.',
    ...SETTING_NAMES.map((name) => {
      const { env, description } = SETTINGS[name]
      return item(bold(env), `${description}. Default: ${defaultText(name)}.`)
    }),
    item(bold('SAOLA_DEBUG'), 'With 1, failures are shown with their stack.'),
    '.SH EXIT STATUS',
    item(bold('0'), 'Done.'),
    item(bold('1'), 'Failed; stderr says why and what to do.'),
    item(bold('2'), 'Wrong usage.'),
    '.SH FILES',
    ...FILES.map(([path, text]) => `.TP\n${bold(path)}\n${text}`),
    '.SH COPYRIGHT',
    'MIT licence.',
    '.B saola licences',
    'prints it, and the licences of all that is inside.',
  ].join('\n')}\n`
}

function commandSection({ path, usage, description, options }: CommandNode): string {
  return [
    `.SS ${escaped(path)} ${escaped(usage)}`,
    prose(`${description.charAt(0).toUpperCase()}${description.slice(1)}.`),
    ...options
      .filter(({ long }) => long !== '--help')
      .map((option: Option) => item(bold(option.flags), optionText(option))),
  ].join('\n')
}

function optionText({ description, argChoices }: Option): string {
  const choices = argChoices === undefined ? '' : ` (${argChoices.join(', ')})`
  return `${description}${choices}.`
}

function item(term: string, text: string): string {
  return `.TP\n${term}\n${prose(text)}`
}

function bold(text: string): string {
  return `\\fB${escaped(text)}\\fR`
}

/** A line of text; one that begins with a point or an apostrophe would be a request to troff. */
function prose(text: string): string {
  return escaped(text).replace(/^([.'])/gm, '\\&$1')
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('\n', ' ')
}
