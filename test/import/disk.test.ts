import { expect, test } from 'bun:test'
import { tmpdir } from 'node:os'
import { diskFullOr, requireSpace, roomFor } from '../../src/import/fetch/disk.ts'

test.each([
  ['ENOSPC', 'DISK_FULL'],
  ['EDQUOT', 'DISK_FULL'],
  ['EACCES', 'EACCES'],
])('%s is %s', (code, expected) => {
  const error = Object.assign(new Error('write failed'), { code })
  expect(diskFullOr(error, '/data')).toMatchObject({ code: expected })
})

test('what does not fit is refused before it is written', async () => {
  await requireSpace(tmpdir(), 1, 'A byte')
  const refusal = await requireSpace(tmpdir(), 1e18, 'The dataset').catch((e: unknown) => e)
  expect(refusal).toMatchObject({ code: 'DISK_FULL' })
  expect(String(refusal)).toContain('The dataset needs')
})

test('room is asked for where the database is on the same disk', async () => {
  await roomFor('postgres', tmpdir())(1e18)
  const refusal = await roomFor('embedded', tmpdir())(1e18).catch((e: unknown) => e)
  expect(refusal).toMatchObject({ code: 'DISK_FULL' })
})
