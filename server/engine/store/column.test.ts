import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { createOrderJson } from '#server/engine/journal/order-json.ts'
import { type Column, columnNames, columnValues, rowsFromParameter } from '#server/engine/store/column.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

type Rec = {
  readonly amount: number | null
  readonly word: string | null
  readonly isSo: boolean
  readonly document: { readonly said: string } | null
}

const columns: readonly Column<Rec>[] = [
  ['amount', 'bigint', ({ amount }) => amount],
  ['word', 'text', ({ word }) => word],
  ['is_so', 'boolean', ({ isSo }) => isSo],
  ['document', 'jsonb', ({ document }) => (document === null ? null : JSON.stringify(document))],
]

/** What can stand in a text of PostgreSQL at all. */
const texts = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', 'null', 'NULL', '"', '\\', '{}', 'a,b', ' a ', '\n'),
  )
  .filter((text) => !text.includes('\0'))
const records: fc.Arbitrary<Rec> = fc.record({
  amount: fc.option(fc.maxSafeInteger()),
  word: fc.option(texts),
  isSo: fc.boolean(),
  document: fc.option(texts.map((said) => ({ said }))),
})

const json = createOrderJson()
let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

test('whatever is put into a column is what is read back from it, in its order', async () => {
  const given = rowsFromParameter(1)(columns)
  await fc.assert(
    fc.asyncProperty(fc.array(records, { maxLength: 20 }), async (written) => {
      const { rows } = await database.pool.query(`select ${columnNames(columns)} from ${given}`, [
        ...columnValues(columns, written, json),
      ])
      const read = rows.map(({ amount, word, is_so, document }) => ({ amount, word, isSo: is_so, document }))
      assert.deepEqual(
        read,
        written.map((each) => ({ ...each })),
      )
    }),
    { numRuns: 50 },
  )
})

test('what is no number is left to the database to refuse', async () => {
  const given = rowsFromParameter(1)(columns)
  const wrong = { amount: Number.NaN, word: null, isSo: true, document: null }
  await assert.rejects(
    database.pool.query(`select ${columnNames(columns)} from ${given}`, [
      ...columnValues(columns, [wrong], json),
    ]),
    { code: '22P02' },
  )
})
