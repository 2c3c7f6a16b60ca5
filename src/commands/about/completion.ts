import { Argument, type Command } from 'commander'
import { type CommandEnv, newCommand } from '../env/command.ts'
import { commandTree } from './command-tree.ts'
import { COMPLETIONS, type Shell } from './completions.ts'

export function completionCommand(env: CommandEnv): Command {
  const command = newCommand('completion', 'print the completions of a shell, for it to read')
  command.addArgument(new Argument('<shell>', 'which one').choices(Object.keys(COMPLETIONS)))
  return command.action((shell: Shell, { json }: { readonly json?: boolean }) => {
    const script = COMPLETIONS[shell](commandTree(rootOf(command)))
    env.out(json === true ? JSON.stringify({ script }) : script.trimEnd())
  })
}

function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command
}
