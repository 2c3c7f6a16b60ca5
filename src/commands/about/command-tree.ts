import type { Command, Option } from 'commander'

/** A command as help, completions and the manual page show it. */
export interface CommandNode {
  /** `saola keys create` */
  readonly path: string
  readonly name: string
  /** `[options] <file>` */
  readonly usage: string
  readonly description: string
  readonly options: readonly Option[]
  readonly children: readonly CommandNode[]
}

/** The tree of everything visible below a program, as its help has it. */
export function commandTree(program: Command): CommandNode {
  return nodeOf(program, program.name())
}

/** A command and all below it, each before those below it. */
export function allCommands(node: CommandNode): CommandNode[] {
  return [node, ...node.children.flatMap(allCommands)]
}

function nodeOf(command: Command, path: string): CommandNode {
  const help = command.createHelp()
  return {
    path,
    name: command.name(),
    usage: command.usage(),
    description: command.description(),
    options: help.visibleOptions(command),
    children: help
      .visibleCommands(command)
      .map((child) => nodeOf(child, `${path} ${child.name()}`)),
  }
}

/** `--data`, `-h`, `--help`: what may be typed of an option. */
export function namesOf({ short, long }: Option): string[] {
  return [short, long].filter((name) => name !== undefined)
}
