import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { COMPLETIONS } from '../src/commands/about/completions.ts'
import { defaultText, SETTING_NAMES, SETTINGS } from '../src/config.ts'
import { manPage, programTree } from './man-page.ts'
import { NOTICES } from './notices.ts'
import type { Entry } from './tar.ts'

const ROOT = join(import.meta.dir, '..')
/** As the unit files of `contrib/systemd` have it; an archive's executable is put elsewhere. */
const PACKAGED = '/usr/bin/saola'
const UNPACKED = '/usr/local/bin/saola'

/** What an archive holds beside the executable. */
export function archiveEntries(date: Date): Entry[] {
  return [
    ...texts(),
    { name: 'saola.1', content: bytesOf(manPage(date)) },
    ...completions().map(({ shell, script }) => {
      const name = { bash: 'saola.bash', zsh: '_saola', fish: 'saola.fish' }[shell]
      return { name: `completions/${name}`, content: bytesOf(script) }
    }),
    ...units().map(({ name, text }) => {
      return { name: `systemd/${name}`, content: bytesOf(text.replaceAll(PACKAGED, UNPACKED)) }
    }),
  ]
}

/** Where zsh looks, on Debian and on Fedora. */
const ZSH_FOLDERS = { deb: 'zsh/vendor-completions', rpm: 'zsh/site-functions' } as const

/** What a package puts where, below `/`. */
export function packageEntries(
  kind: 'deb' | 'rpm',
  executable: Uint8Array<ArrayBuffer>,
  date: Date,
): Entry[] {
  return [
    { name: PACKAGED.slice(1), content: executable, isExecutable: true },
    ...texts().map((entry) => ({ ...entry, name: `usr/share/doc/saola/${entry.name}` })),
    {
      name: 'usr/share/man/man1/saola.1.gz',
      content: Bun.gzipSync(bytesOf(manPage(date)), { level: 9 }),
    },
    ...completions().map(({ shell, script }) => {
      const name = {
        bash: 'bash-completion/completions/saola',
        zsh: `${ZSH_FOLDERS[kind]}/_saola`,
        fish: 'fish/vendor_completions.d/saola.fish',
      }[shell]
      return { name: `usr/share/${name}`, content: bytesOf(script) }
    }),
    ...units().map(({ name, text }) => {
      return { name: `usr/lib/systemd/system/${name}`, content: bytesOf(text) }
    }),
    { name: 'etc/saola/saola.env', content: bytesOf(settingsFile()) },
  ]
}

function texts(): Entry[] {
  return [
    { name: 'LICENSE', content: readFileSync(join(ROOT, 'LICENSE')) },
    { name: 'README.md', content: readFileSync(join(ROOT, 'README.md')) },
    { name: 'THIRD-PARTY-NOTICES', content: readFileSync(NOTICES) },
  ]
}

function completions(): { readonly shell: 'bash' | 'zsh' | 'fish'; readonly script: string }[] {
  const tree = programTree()
  return (['bash', 'zsh', 'fish'] as const).map((shell) => {
    return { shell, script: COMPLETIONS[shell](tree) }
  })
}

/** Services and timers. */
function units(): { readonly name: string; readonly text: string }[] {
  const paths = globSync('contrib/systemd/*.{service,timer}', { cwd: ROOT }).sort()
  return paths.map((path) => {
    return { name: basename(path), text: readFileSync(join(ROOT, path), 'utf8') }
  })
}

/** Every setting as a comment, with its default. */
function settingsFile(): string {
  const settings = SETTING_NAMES.filter((name) => name !== 'data').map((name) => {
    const { env, description } = SETTINGS[name]
    const value = SETTINGS[name].default === null ? '' : defaultText(name)
    return `# ${description}\n#${env}=${value}\n`
  })
  const head =
    '# Settings of the service saola. Take the # from a line to set it, then:\n' +
    '#   systemctl restart saola\n'
  return [head, ...settings].join('\n')
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
