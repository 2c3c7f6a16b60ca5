import { expect, test } from 'bun:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { LENIENT } from '../../src/bulk/header.ts'
import { type CsvSigns, type RecordBlock, recordBlocks } from '../../src/bulk/record-blocks.ts'

const SIGNS: CsvSigns = { delimiters: [','.charCodeAt(0)], newline: '\n'.charCodeAt(0) }
const BLOCK_BYTES = 32 * 1024

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size)
}

async function blocksOf(text: string, size = 1_000_000): Promise<RecordBlock[]> {
  return Array.fromAsync(recordBlocks(inPieces(text, size), SIGNS, 1))
}

function cells(text: string | Uint8Array): string[][] {
  return parse(Buffer.from(text), { ...LENIENT, record_delimiter: ['\r\n', '\n'] })
}

/** Enough rows for some blocks. */
function manyRows(row: (i: number) => string): string {
  const rows: string[] = []
  for (let bytes = 0, i = 0; bytes < 4 * BLOCK_BYTES; i++) {
    rows.push(row(i))
    bytes += row(i).length
  }
  return `${rows.join('\n')}\n`
}

test.each<[string, (i: number) => string]>([
  ['plain', (i) => `${i},12 Nguyễn Trãi,x`],
  ['quoted line ends', (i) => `${i},"12 ""Trần Phú""\nQuận ${i}",\r`],
  ['quotes within bare cells', (i) => `${i},nhà 5" mặt tiền,${i % 3 === 0 ? '"' : ''}x"`],
  ['a quote that is no end', (i) => `${i},"a"b"c,"",""`],
])('blocks of %s rows hold whole records', async (_, row) => {
  const text = manyRows(row)
  const blocks = await blocksOf(text)
  expect(blocks.length).toBeGreaterThan(2)
  expect(blocks.flatMap(({ bytes }) => cells(bytes))).toEqual(cells(text))
  expect(Buffer.concat(blocks.map(({ bytes }) => bytes)).toString()).toBe(text)
  for (const size of [1000, 77_777]) expect(await blocksOf(text, size)).toEqual(blocks)
})

test('any text is cut where csv-parse ends a record', async () => {
  const piece = fc.constantFrom('"', '""', ',', '\n', '\r\n', 'a', 'đ', ' ')
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
      const row = pieces.join('')
      // Padding makes a block of each row, if the row ends where this test thinks so.
      const text = `${row}\n${'x'.repeat(BLOCK_BYTES)}\n${row}\n`
      let whole: string[][]
      try {
        whole = cells(text)
      } catch {
        await expect(blocksOf(text)).rejects.toThrow('is never closed')
        return
      }
      const blocks = await blocksOf(text)
      expect(blocks.flatMap(({ bytes }) => cells(bytes))).toEqual(whole)
    }),
    { numRuns: 500 },
  )
})

test('a block says where it ends and on which line it begins', async () => {
  const text = manyRows((i) => `"${i}\n",a`)
  const blocks = await blocksOf(text)
  let end = 0
  let line = 2
  for (const block of blocks) {
    end += block.bytes.length
    expect([block.end, block.line]).toEqual([end, line])
    line += Buffer.from(block.bytes).toString().split('\n').length - 1
  }
})

test('a quote that is never closed is told with its line', async () => {
  await expect(blocksOf('a,b\nc,"d\ne,f\n')).rejects.toThrow('on line 3 is never closed')
  const endless = `a\nb,"${'c,d\n'.repeat(400_000)}`
  await expect(blocksOf(endless, 64 * 1024)).rejects.toThrow('on line 3 is never closed')
  await expect(blocksOf('x'.repeat(2_000_000), 64 * 1024)).rejects.toThrow('Line 2 is longer than')
})
