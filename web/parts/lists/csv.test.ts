import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '#test/fast-check.ts'
import { type Cell, toCsv } from '#web/parts/lists/csv.ts'

const columns = [0, 1].map((at) => ({ name: `c${at}`, value: (row: readonly Cell[]) => row[at] ?? null }))

/** The CSV of a single cell, without the header and the line ending. */
const written = (cell: Cell): string =>
  toCsv([{ name: 'c', value: (row: Cell) => row }], [cell]).slice('\ufeffc\r\n'.length, -'\r\n'.length)

describe('toCsv', () => {
  test('writes a byte order mark, the header and CRLF after every line', () => {
    assert.equal(toCsv(columns, []), '\ufeffc0,c1\r\n')
    assert.equal(
      toCsv(columns, [
        ['a', 1],
        [null, '2.50'],
      ]),
      '\ufeffc0,c1\r\na,1\r\n,2.50\r\n',
    )
  })

  const table: readonly (readonly [string, Cell, string])[] = [
    ['a comma', 'a,b', '"a,b"'],
    ['a quote', 'a"b', '"a""b"'],
    ['a new line', 'a\nb', '"a\nb"'],
    ['nothing', null, ''],
    ['a loss', '-9.204151', '-9.204151'],
    ['a loss as a number', -9, '-9'],
    ['a long exact decimal', '100214.630000', '100214.630000'],
    ['a time', '2026-11-15T08:05:00.000Z', '2026-11-15T08:05:00.000Z'],
    ['a formula', '=1+1', "'=1+1"],
    ['a formula that begins with a plus', '+1+1', "'+1+1"],
    ['a formula that begins like a number', '-1+1', "'-1+1"],
    ['a call', '@SUM(A1)', "'@SUM(A1)"],
    ['a formula after spaces', '  =1', "'  =1"],
    ['a formula after a tab', '\t=1', "'\t=1"],
    ['a formula with a comma', '=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
    ['a word with a minus in it', 'EUR-USD', 'EUR-USD'],
  ]
  for (const [name, cell, text] of table) {
    test(`writes ${name}`, () => assert.equal(written(cell), text))
  }

  test('round-trips every cell, except for the apostrophe before formulas', () => {
    const words = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', ' ', '1', '.') })
    fc.assert(
      fc.property(fc.array(fc.tuple(words, words)), (rows) => {
        const [names, ...read] = readCsv(toCsv(columns, rows).replace(/^\ufeff/, ''))
        assert.deepEqual(names, ['c0', 'c1'])
        assert.deepEqual(
          read.map((cells) => cells.map(unmarked)),
          rows.map((cells) => cells.map(unmarked)),
        )
      }),
    )
  })
})

const unmarked = (text: string) => text.replace(/^'/, '')

/** A minimal RFC 4180 parser. */
function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (isQuoted && sign === '"' && text.charAt(at + 1) === '"') {
      cell += '"'
      at += 1
    } else if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && (sign === ',' || sign === '\n')) {
      row.push(sign === '\n' ? cell.replace(/\r$/, '') : cell)
      cell = ''
      if (sign === '\n') {
        rows.push(row)
        row = []
      }
    } else cell += sign
  }
  return rows
}
