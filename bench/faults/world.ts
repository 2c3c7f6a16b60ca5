import { join } from 'node:path'
import type { Load, LoadKey } from './load.ts'
import type { Stage } from './stage.ts'
import { within } from './stage.ts'

/* What has been ordered of keys, plans and datasets: what has to be so in the end. */

/** The contract: a new or revoked key is honoured within 5 s; twice that beside a load. */
const HONOURED_MS_MAX = 10_000
/** One thread may be told a moment after another. */
const OTHER_THREADS_MS = 1_000
const SWAPPED_MS_MAX = 20_000
const LIMITED_PLAN = 'limited'
const PLACES_IN_LIST = 50
/** Besides the active one; older ones make room on the disk. */
const KEPT_DATASETS = '3'

interface DatasetList {
  readonly datasets: readonly { readonly id: string; readonly state: string }[]
}

export class World {
  readonly stage: Stage
  readonly load: Load
  readonly keys: LoadKey[] = []
  /** Those that can be activated, oldest first. */
  datasets: string[] = []
  activeDataset = ''
  /** Requests that the plan of limited keys allows a minute. */
  perMinute = 0
  #users = 0
  #lists = 0

  constructor(stage: Stage, load: Load) {
    this.stage = stage
    this.load = load
  }

  async createKey(plan: string = 'unlimited'): Promise<LoadKey> {
    const user = `user-${++this.#users}`
    const options = ['--user', user, '--scopes', 'all', '--plan', plan]
    const made = await this.stage.saola<{ id: string; key: string }>('keys', 'create', ...options)
    const key: LoadKey = {
      ...{ user, id: made.id, text: made.key, isLimited: plan === LIMITED_PLAN },
      ...{ order: 'accepted', settledAtMs: Number.POSITIVE_INFINITY },
    }
    this.keys.push(key)
    return key
  }

  createLimitedKey(): Promise<LoadKey> {
    return this.createKey(LIMITED_PLAN)
  }

  async revokeKey(key: LoadKey): Promise<void> {
    key.settledAtMs = Number.POSITIVE_INFINITY
    key.order = 'refused'
    await this.stage.saola('keys', 'revoke', key.id)
  }

  /** Waits until the server does with a key as was ordered; says so when it does not. */
  async honoured(key: LoadKey): Promise<void> {
    const isHonoured = await within(HONOURED_MS_MAX, async () => {
      const answer = await this.load.askOnce(key)
      return answer !== null && (answer.status === 401) === (key.order === 'refused')
    })
    if (!isHonoured) {
      const limit = `${HONOURED_MS_MAX / 1000} s`
      this.stage.failures.push(`${key.user} is not ${key.order} ${limit} after it was ordered.`)
    }
    key.settledAtMs = Date.now() + OTHER_THREADS_MS
  }

  async setPlan(perMinute: number): Promise<void> {
    this.perMinute = perMinute
    const limits = ['--per-minute', String(perMinute), '--per-day', '1000000']
    await this.stage.saola('plans', 'set', LIMITED_PLAN, ...limits)
  }

  async activate(id: string): Promise<void> {
    await this.stage.saola('datasets', 'activate', id)
    this.activeDataset = id
  }

  /** Writes a list of places that no import has had yet; its path. */
  async newList(): Promise<string> {
    const path = join(this.stage.dataDirectory, '..', 'places.csv')
    const list = ++this.#lists
    const rows = Array.from({ length: PLACES_IN_LIST }, (_, i) => {
      const [lat, lon] = [10.75 + i / 10_000, 106.66 + list / 10_000]
      return `p${i},Quán ${list} số ${i},cafe,${lat.toFixed(5)},${lon.toFixed(5)}`
    })
    await Bun.write(path, `id,name,category,lat,lon\n${rows.join('\n')}\n`)
    return path
  }

  /** Makes a dataset with other places, which is active then, and deletes the oldest. */
  async importList(): Promise<string> {
    const command = ['import', await this.newList(), '--replace']
    const { dataset } = await this.stage.saola<{ dataset: string }>(...command)
    this.activeDataset = dataset
    await this.stage.saola('datasets', 'prune', '--keep', KEPT_DATASETS)
    await this.readDatasets()
    return dataset
  }

  /**
   * After an import that may have been cut short: one that has ended well has made a new dataset
   * active, another one has left the old one active unless it was cut when it had done all.
   */
  async importEnded(isWell: boolean): Promise<void> {
    const before = this.datasets
    const { datasets } = await this.readDatasets()
    const active = datasets.find(({ state }) => state === 'active')?.id ?? 'none'
    const isNew = !before.includes(active)
    if (isNew) this.activeDataset = active
    else if (isWell) this.stage.failures.push(`An import ended well, and ${active} is active.`)
    await this.swapped()
  }

  async readDatasets(): Promise<DatasetList> {
    const list = await this.stage.saola<DatasetList>('datasets', 'list')
    // One whose import was killed is there, too, until it is found to be left behind.
    const made = list.datasets.filter(({ state }) => state === 'ready' || state === 'active')
    this.datasets = made.map(({ id }) => id).reverse()
    return list
  }

  /** Waits until the running server says that it serves the dataset that is to be active. */
  async swapped(): Promise<void> {
    const line = `Serving dataset ${this.activeDataset}.`
    const isServed = await within(SWAPPED_MS_MAX, () => {
      return lastServed(this.stage.log()) === line
    })
    if (!isServed) this.stage.failures.push(`Not within ${SWAPPED_MS_MAX / 1000} s: ${line}`)
  }
}

function lastServed(log: string): string | undefined {
  return log.match(/Serving dataset [\w-]+\./g)?.at(-1)
}
