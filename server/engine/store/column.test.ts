import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createOrderJson } from '#server/engine/journal/order-json.ts'
import { type Column, columnNames, columnValues, rowsFromParameter } from '#server/engine/store/column.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { fc } from '#test/fast-check.ts'

type Rec = {
  readonly amount: number | null
  readonly word: string | null
  readonly isSet: boolean
  readonly document: { readonly text: string } | null
}

const columns: readonly Column<Rec>[] = [
  ['amount', 'bigint', ({ amount }) => amount],
  ['word', 'text', ({ word }) => word],
  ['is_set', 'boolean', ({ isSet }) => isSet],
  ['document', 'jsonb', ({ document }) => (document === null ? null : JSON.stringify(document))],
]

/** Any text that PostgreSQL can store. */
const texts = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', 'null', 'NULL', '"', '\\', '{}', 'a,b', ' a ', '\n'),
  )
  .filter((text) => !text.includes('\0'))
const records: fc.Arbitrary<Rec> = fc.record({
  amount: fc.option(fc.maxSafeInteger()),
  word: fc.option(texts),
  isSet: fc.boolean(),
  document: fc.option(texts.map((text) => ({ text }))),
})

const json = createOrderJson()
let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

test('columns return the written values, in their order', async () => {
  const given = rowsFromParameter(1)(columns)
  await fc.assert(
    fc.asyncProperty(fc.array(records, { maxLength: 20 }), async (written) => {
      const { rows } = await database.pool.query(`select ${columnNames(columns)} from ${given}`, [
        ...columnValues(columns, written, json),
      ])
      const read = rows.map(({ amount, word, is_set, document }) => ({
        amount,
        word,
        isSet: is_set,
        document,
      }))
      assert.deepEqual(
        read,
        written.map((each) => ({ ...each })),
      )
    }),
    { numRuns: 50 },
  )
})

test('a column passes NaN on, which the database refuses', async () => {
  const given = rowsFromParameter(1)(columns)
  const wrong = { amount: Number.NaN, word: null, isSet: true, document: null }
  await assert.rejects(
    database.pool.query(`select ${columnNames(columns)} from ${given}`, [
      ...columnValues(columns, [wrong], json),
    ]),
    { code: '22P02' },
  )
})
