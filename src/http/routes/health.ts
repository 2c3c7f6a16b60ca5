import { t } from 'elysia'
import type { DatabaseState } from '../../base/errors.ts'
import type { DatasetId } from '../../base/ids.ts'
import { named, record, word } from '../params/schema.ts'
import { jsonWithStatus } from '../request/answer.ts'
import type { HttpDeps } from '../request/deps.ts'
import { ERROR_BODY } from '../request/errors.ts'
import type { OpenRoute } from '../request/route.ts'

const REQUEST_ID_EXAMPLE = '018f3c1e-6b1a-7c3e-9a55-2f0d6a3f1b2c'

const WELL = named('Health', record({ status: word(['ok']) }))
const UNWELL = named(
  'Unavailable',
  record({
    status: word(['unavailable']),
    ...ERROR_BODY.properties,
  }),
)
const READY = named(
  'Readiness',
  record({
    status: word(['ready']),
    dataset: t.String({ description: 'The open dataset.' }),
  }),
)

const FAULTS: Readonly<Record<Exclude<DatabaseState, 'up'>, string>> = {
  away: 'The database is away.',
  full: 'The disk of the database is full, or nearly so: it takes no changes until space is freed.',
  'read-only': 'The database is read-only: a standby, or one that was made so.',
}

/** State of the database (interface, GET /health). */
export function healthRoute(databaseState: () => Promise<DatabaseState>): OpenRoute {
  return {
    method: 'GET',
    path: '/health',
    access: 'open',
    docs: {
      operation: 'health',
      tag: 'Service',
      summary: 'Whether the service is well',
      description: 'Covers the database only: the other endpoints answer without it.',
      params: [],
      answer: { description: 'Well.', schema: WELL, example: { status: 'ok' } },
      errors: [],
      otherAnswers: {
        503: {
          description: 'The database does not answer, or takes no changes.',
          schema: UNWELL,
          example: unwell(FAULTS.away, REQUEST_ID_EXAMPLE),
        },
      },
    },
    async answer({ requestId }) {
      const state = await databaseState()
      if (state === 'up') return jsonWithStatus(200, { status: 'ok' })
      return jsonWithStatus(503, unwell(FAULTS[state], requestId))
    },
  }
}

/** The same for operators, with version, kind of database and dataset. */
export function healthDetailsRoute(
  deps: Pick<HttpDeps, 'databaseState' | 'datasetId' | 'settings'>,
): OpenRoute {
  const { version, databaseKind: database } = deps.settings
  const route = healthRoute(deps.databaseState)
  return {
    ...route,
    async answer({ requestId }) {
      const state = await deps.databaseState()
      const status = state === 'up' ? { status: 'ok' } : unwell(FAULTS[state], requestId)
      const details = { version, database, dataset: deps.datasetId() }
      return jsonWithStatus(state === 'up' ? 200 : 503, { ...status, ...details })
    },
  }
}

/** Whether a load balancer should send requests here. */
export function readyRoute(
  datasetId: () => DatasetId | null,
  isStopping: () => boolean,
): OpenRoute {
  const noDataset = 'No dataset is open; run `saola import vietnam`.'
  return {
    method: 'GET',
    path: '/ready',
    access: 'open',
    docs: {
      operation: 'ready',
      tag: 'Service',
      summary: 'Whether the service can answer',
      description: 'Ready once a dataset is open, until the server is told to stop.',
      params: [],
      answer: {
        description: 'Ready.',
        schema: READY,
        example: { status: 'ready', dataset: '20261120-k3f9ta' },
      },
      errors: [],
      otherAnswers: {
        503: {
          description: 'No dataset is open, or the server is stopping.',
          schema: UNWELL,
          example: unwell(noDataset, REQUEST_ID_EXAMPLE),
        },
      },
    },
    answer({ requestId }) {
      if (isStopping()) return jsonWithStatus(503, unwell('The server is stopping.', requestId))
      const dataset = datasetId()
      if (dataset !== null) return jsonWithStatus(200, { status: 'ready', dataset })
      return jsonWithStatus(503, unwell(noDataset, requestId))
    },
  }
}

function unwell(error: string, requestId: string): typeof UNWELL.static {
  return { status: 'unavailable', error, code: 'SERVICE_UNAVAILABLE', request_id: requestId }
}
