import type { Option } from 'commander'
import { allCommands, type CommandNode, namesOf } from './command-tree.ts'

export type Shell = 'bash' | 'zsh' | 'fish'

/** Scripts for each shell: commands and options, and files where nothing of ours fits. */
export const COMPLETIONS: Readonly<Record<Shell, (tree: CommandNode) => string>> = {
  bash,
  zsh,
  fish,
}

function bash(tree: CommandNode): string {
  const words = (node: CommandNode): string =>
    [...node.children.map(({ name }) => name), ...node.options.flatMap(namesOf)].join(' ')
  return `# bash completion of saola: saola completion bash
_saola() {
  local current=\${COMP_WORDS[COMP_CWORD]} at=saola words='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
${stepsOf(tree).join(' | \\\n')}) at="$at \${COMP_WORDS[i]}" ;;
    esac
  done
  case $at in
${allCommands(tree)
  .map((node) => `  ${quoted(node.path)}) words=${quoted(words(node))} ;;`)
  .join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _saola saola
`
}

function zsh(tree: CommandNode): string {
  const item = (name: string, text: string): string =>
    quoted(`${name.replaceAll(':', '\\:')}:${text}`)
  const array = (name: string, items: readonly string[]): string =>
    items.length === 0 ? '' : `\n    ${name}=(\n      ${items.join('\n      ')}\n    )`
  const arrays = (node: CommandNode): string =>
    array(
      'commands',
      node.children.map(({ name, description }) => item(name, description)),
    ) +
    array(
      'options',
      node.options.flatMap((each) => itemsOf(each)),
    )
  const itemsOf = (option: Option): string[] =>
    namesOf(option).map((name) => item(name, option.description))
  return `#compdef saola
# zsh completion of saola: saola completion zsh
_saola() {
  local at=saola word
  local -a commands options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
${stepsOf(tree).join(' | \\\n')}) at="$at $word" ;;
    esac
  done
  case $at in
${allCommands(tree)
  .map((node) => `  ${quoted(node.path)})${arrays(node)} ;;`)
  .join('\n')}
  esac
  _describe -t commands command commands
  _describe -o option options
  _files
}
if [ "$funcstack[1]" = _saola ]; then _saola "$@"; else compdef _saola saola; fi
`
}

function fish(tree: CommandNode): string {
  const lines = allCommands(tree).flatMap((node) => {
    const here = `complete -c saola -n ${quoted(`__saola_at ${quotedInside(node.path)}`)}`
    return [
      ...node.children.map(
        (child) => `${here} -f -a ${child.name} -d ${quoted(child.description)}`,
      ),
      ...node.options.map((option) => {
        const short = option.short === undefined ? '' : ` -s ${option.short.slice(1)}`
        const long = option.long === undefined ? '' : ` -l ${option.long.slice(2)}`
        const value = option.required ? ' -r' : ''
        return `${here}${short}${long}${value} -d ${quoted(option.description)}`
      }),
    ]
  })
  return `# fish completion of saola: saola completion fish
function __saola_at
  set -l at saola
  for word in (commandline -opc)[2..-1]
    switch "$at $word"
      case ${stepsOf(tree)
        .map((step) => step.trim())
        .join(' ')}
        set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`
}

/** The commands below others, as patterns: `'saola keys'`, `'saola keys create'`. */
function stepsOf(tree: CommandNode): string[] {
  return allCommands(tree)
    .slice(1)
    .map(({ path }) => `      ${quoted(path)}`)
}

/** For all three shells: in fish, too, a backslash stands before nothing but a quotation mark. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`
}

function quotedInside(text: string): string {
  return `"${text}"`
}
