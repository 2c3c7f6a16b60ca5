import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import type { Entry } from './tar.ts'

/** A package of one processor's programs, made in `file`. */
export interface PackageRequest {
  readonly entries: readonly Entry[]
  readonly date: Date
  readonly processor: 'x64' | 'arm64'
  readonly file: string
}

const { description, version } = manifest
const SETTINGS_FILE = '/etc/saola/saola.env'
const DEB_PROCESSORS = { x64: 'amd64', arm64: 'arm64' } as const
const RPM_PROCESSORS = { x64: 'x86_64', arm64: 'aarch64' } as const

/** Needs dpkg-deb. Throws with its message when it fails. */
export function makeDeb({ entries, date, processor, file }: PackageRequest): void {
  const root = stage(entries, date)
  try {
    const sizeKiB = entries.reduce((sum, { content }) => sum + (content?.length ?? 0), 0) / 1024
    const control = [
      'Package: saola',
      `Version: ${version}`,
      `Architecture: ${DEB_PROCESSORS[processor]}`,
      'Maintainer: The Saola authors <saola@localhost>',
      `Installed-Size: ${Math.ceil(sizeKiB)}`,
      'Depends: libc6 (>= 2.17), passwd',
      'Section: net',
      'Priority: optional',
      `Description: ${description}`,
    ].join('\n')
    const files: Readonly<Record<string, string>> = {
      control: `${control}\n`,
      conffiles: `${SETTINGS_FILE}\n`,
      postinst: script(`[ "$1" = configure ] || exit 0\n${hook('install')}`),
      prerm: script(`[ "$1" = remove ] || exit 0\n${hook('before-removal')}`),
      postrm: script(
        `case "$1" in remove | purge) ;; *) exit 0 ;; esac\n${hook('after-removal')}` +
          'if [ "$1" = purge ]; then echo "saola: the settings in /etc/saola were deleted."; fi\n',
      ),
    }
    writeEntries(
      root,
      Object.entries(files).map(([name, text]) => ({
        name: `DEBIAN/${name}`,
        content: new TextEncoder().encode(text),
        isExecutable: text.startsWith('#!'),
      })),
    )
    const flags = ['--root-owner-group', '-Zgzip', '-z6']
    run(['dpkg-deb', ...flags, '--build', root, file], date)
  } finally {
    rmSync(root, { recursive: true })
  }
}

/** Needs rpmbuild. Throws with its message when it fails. */
export function makeRpm({ entries, date, processor, file }: PackageRequest): void {
  const root = stage(entries, date)
  const work = mkdtempSync(join(tmpdir(), 'saola-rpm-'))
  try {
    const spec = join(work, 'saola.spec')
    writeFileSync(spec, specOf(entries))
    const definitions = {
      _topdir: work,
      _rpmdir: work,
      _rpmfilename: 'saola.rpm',
      _dbpath: join(work, 'db'),
      _buildhost: 'localhost',
      use_source_date_epoch_as_buildtime: '1',
      clamp_mtime_to_source_date_epoch: '1',
      staged: root,
    }
    const defines = Object.entries(definitions).flatMap((pair) => ['--define', pair.join(' ')])
    const target = `${RPM_PROCESSORS[processor]}-linux`
    run(['rpmbuild', '-bb', '--quiet', '--target', target, ...defines, spec], date)
    renameSync(join(work, 'saola.rpm'), file)
  } finally {
    rmSync(root, { recursive: true })
    rmSync(work, { recursive: true })
  }
}

/** It packs what is staged, and touches nothing of it. */
function specOf(entries: readonly Entry[]): string {
  const files = entries.map(({ name, isExecutable = false }) => {
    const mode = `%attr(${isExecutable ? '0755' : '0644'},root,root)`
    return `${mode}${`/${name}` === SETTINGS_FILE ? ' %config(noreplace)' : ''} /${name}`
  })
  return `%global debug_package %{nil}
%global __os_install_post %{nil}
%global _build_id_links none
%global _binary_payload w6.gzdio
Name: saola
Version: ${version}
Release: 1
Summary: Geocoding, places, boundaries and routing for Vietnam
License: MIT
AutoReqProv: no
Requires: glibc >= 2.17
Requires(post): shadow-utils

%description
${description}.

%install
mkdir -p %{buildroot}
cp -a %{staged}/. %{buildroot}/

%post
${hook('install')}
%preun
[ "$1" = 0 ] || exit 0
${hook('before-removal')}
%postun
[ "$1" = 0 ] || exit 0
${hook('after-removal')}
%files
%dir %attr(0755,root,root) /etc/saola
${files.join('\n')}
`
}

function hook(name: string): string {
  return readFileSync(join(import.meta.dir, 'linux', name), 'utf8')
}

function script(body: string): string {
  return `#!/bin/sh\nset -e\n${body}`
}

/** A new directory with the entries in it. */
function stage(entries: readonly Entry[], date: Date): string {
  const root = mkdtempSync(join(tmpdir(), 'saola-package-'))
  chmodSync(root, 0o755)
  writeEntries(root, entries)
  // The directories on the way, too, have a date, which both tools bring down to this one.
  if (date.getTime() > Date.now()) throw new Error('the commit is of the future')
  return root
}

function writeEntries(root: string, entries: readonly Entry[]): void {
  const umask = process.umask(0o022)
  for (const { name, content, isExecutable = false } of entries) {
    const path = join(root, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content ?? '', { mode: isExecutable ? 0o755 : 0o644 })
  }
  process.umask(umask)
}

function run(command: readonly string[], date: Date): void {
  const epoch = String(Math.floor(date.getTime() / 1000))
  const { exitCode, stderr } = Bun.spawnSync([...command], {
    env: { ...process.env, SOURCE_DATE_EPOCH: epoch, LC_ALL: 'C', TZ: 'UTC' },
  })
  if (exitCode !== 0) throw new Error(`${command[0]}: ${stderr.toString().trim()}`)
}
