import manifest from '../package.json' with { type: 'json' }

// build.ts replaces these names with the values of the build; run from source they do not exist.
declare const SAOLA_COMMIT: string | undefined
declare const SAOLA_DATE: string | undefined

/**
 * The running version: release, source commit (`unknown` outside git), day of the build, runtime.
 */
export const VERSION = {
  version: manifest.version,
  commit: typeof SAOLA_COMMIT === 'string' ? SAOLA_COMMIT : 'source',
  date: typeof SAOLA_DATE === 'string' ? SAOLA_DATE : 'from source',
  bun: Bun.version,
  platform: `${process.platform}-${process.arch}`,
} as const
