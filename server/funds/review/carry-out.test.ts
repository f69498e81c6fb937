import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { refuse } from '#core/decision/decision.ts'
import { micros } from '#core/money/amounts.ts'
import type { SubmitResult } from '#server/engine/engine.ts'
import { carryOut } from '#server/funds/review/carry-out.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { insertUser } from '#test/uploads/insert-user.ts'

let database: TestDatabase
let userId: number
before(async () => {
  database = await createTestDatabase()
  userId = (await insertUser(database)).id
  await database.query(
    `insert into trading_accounts (user_id, book, cash, locked, opened_at, ended_orders, realised_profit, cash_entries)
     values ($1, 'real', 0, 0, now(), 0, 0, 0)`,
    [userId],
  )
  await database.query(
    `insert into movements (reference, user_id, kind, amount, state, created_at, changed_at)
     values ('deposit:1', $1, 'deposit', 5, 'invalid', now(), now())`,
    [userId],
  )
})
after(async () => await database.drop())

/** Reference 1 has a movement, reference 2 has none. */
async function carriedOut(number: 1 | 2, replies: readonly SubmitResult[], state = 'invalid') {
  const left = [...replies]
  const submit = async () => left.shift() ?? assert.fail('asked once more than expected')
  const request = {
    kind: 'deposit',
    reference: `deposit:${number}`,
    amount: micros(5),
    result: 'invalid',
  } as const
  const parts = { pool: database.pool, engine: { submit } }
  const result = await carryOut(parts, userId, request, (found) => found.state === state)
  assert.equal(left.length, 0)
  return result.kind === 'refused' ? result.reason : result.kind
}

const unknown = { kind: 'unknown' } as const
const busy = { kind: 'busy' } as const
const frozen = { kind: 'frozen' } as const
const fault = { kind: 'fault' } as const
const exists = refuse('movement_exists')
const limit = refuse('notional_limit')

const table: readonly (readonly [string, 1 | 2, readonly SubmitResult[], string])[] = [
  ['is done once the engine says so', 2, [{ kind: 'done', orders: [] }], 'done'],
  ['is done if it was done before', 1, [exists], 'done'],
  ['is refused by a limit', 2, [limit], 'notional_limit'],
  ['asks again after an unknown answer', 2, [unknown, { kind: 'done', orders: [] }], 'done'],
  ['is done by a first try without an answer, although the account is frozen now', 1, [frozen], 'done'],
  ['is refused for a frozen account', 2, [frozen], 'account_frozen'],
  ['is refused if the engine fails', 2, [fault], 'engine_failed'],
  ['is refused if the engine fails after an unknown answer', 2, [unknown, fault], 'engine_failed'],
  ['is done by a first try without an answer, although the engine fails now', 1, [fault], 'done'],
  ['is busy if nothing was tried before', 2, [busy], 'busy'],
  ['stays unknown if an earlier try may still be carried out', 2, [unknown, busy], 'unknown'],
  ['is done if the movement shows it after unknown answers', 1, [unknown, unknown, unknown], 'done'],
  ['stays unknown without any answer', 2, [unknown, unknown, unknown], 'unknown'],
]

describe('a decision about a movement', () => {
  for (const [name, number, replies, expected] of table)
    it(name, async () => assert.equal(await carriedOut(number, replies), expected))

  it('is already decided if the movement has another state', async () =>
    assert.equal(await carriedOut(1, [exists], 'credited'), 'already_decided'))
})
