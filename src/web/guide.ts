import addresses from '../../docs/addresses.md' with { type: 'text' }
import api from '../../docs/api.md' with { type: 'text' }
import architecture from '../../docs/architecture.md' with { type: 'text' }
import backup from '../../docs/backup.md' with { type: 'text' }
import deploy from '../../docs/deploy.md' with { type: 'text' }
import docker from '../../docs/docker.md' with { type: 'text' }
import firstMap from '../../docs/first-map.md' with { type: 'text' }
import importing from '../../docs/importing.md' with { type: 'text' }
import install from '../../docs/install.md' with { type: 'text' }
import keys from '../../docs/keys.md' with { type: 'text' }
import map from '../../docs/map.md' with { type: 'text' }
import monitoring from '../../docs/monitoring.md' with { type: 'text' }
import moving from '../../docs/moving.md' with { type: 'text' }
import offline from '../../docs/offline.md' with { type: 'text' }
import operating from '../../docs/operating.md' with { type: 'text' }
import performance from '../../docs/performance.md' with { type: 'text' }
import index from '../../docs/README.md' with { type: 'text' }
import ranking from '../../docs/ranking.md' with { type: 'text' }
import settings from '../../docs/settings.md' with { type: 'text' }
import troubleshooting from '../../docs/troubleshooting.md' with { type: 'text' }
import upgrade from '../../docs/upgrade.md' with { type: 'text' }
import layout from './guide.html' with { type: 'text' }

/*
 * The guide: the pages of `docs/`, embedded and shown with a list of all beside each. Its order is
 * that of the links in `docs/README.md`, which is the first page.
 */

const TEXTS: Readonly<Record<string, string>> = {
  addresses,
  api,
  architecture,
  backup,
  deploy,
  docker,
  'first-map': firstMap,
  importing,
  install,
  keys,
  map,
  monitoring,
  moving,
  offline,
  operating,
  performance,
  ranking,
  settings,
  troubleshooting,
  upgrade,
}

/** Names of the pages beside the first, as their addresses have them. */
export const GUIDE_NAMES: readonly string[] = Object.keys(TEXTS)

/**
 * A page as HTML, `null` the first; null when there is none of that name. Links are relative, so
 * that they hold behind a proxy that puts a path before ours. `folder`: what leads from the address
 * of the page to the others, `''` or `guide/`.
 */
export function guidePage(name: string | null, folder: '' | 'guide/'): string | null {
  const text = name === null ? index : Object.hasOwn(TEXTS, name) ? TEXTS[name] : undefined
  if (text === undefined) return null
  const title = /^# (.+)$/m.exec(text)?.[1] ?? ''
  return (layout as unknown as string)
    .replace('<!-- title -->', () => title)
    .replace('<!-- pages -->', () => listOfPages(name, folder))
    .replace('<!-- text -->', () => linked(Bun.markdown.html(text, { headings: true }), folder))
}

/** The headings and links of the first page. */
function listOfPages(shown: string | null, folder: string): string {
  const lines = [...index.matchAll(/^## (.+)$|^- (\[.+?\]\(([\w-]+)\.md\))/gm)].map(
    ([, heading, link = '', name]) =>
      heading === undefined ? `- ${name === shown ? `**${link}**` : link}` : `\n**${heading}**\n`,
  )
  const api = folder === '' ? '../../docs' : '../docs'
  const first = `[${shown === null ? '**Guide**' : 'Guide'}](README.md) · [API](${api})`
  return linked(Bun.markdown.html([first, ...lines].join('\n')), folder)
}

/** Links to files of `docs/` become links to pages. */
function linked(html: string, folder: string): string {
  return html.replace(/href="([\w-]+)\.md(#[^"]*)?"/g, (_, name, fragment = '') => {
    if (name !== 'README') return `href="${folder}${name}${fragment}"`
    return `href="${folder === '' ? '../' : ''}guide${fragment}"`
  })
}
