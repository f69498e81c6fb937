import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Movement } from '#core/ledger/movement.ts'
import { micros, rate } from '#core/money/amounts.ts'
import type { NoticeContent } from '#core/notice/notice.ts'
import { createFundsNotices } from '#server/account-notices/funds-notices.ts'
import { contentOf, type MovementRecord } from '#server/account-notices/movement-content.ts'
import type { StoredMessage } from '#server/messages/messages.ts'
import type { PoolClient } from '#server/storage/storage.ts'
import { createFollowedDay, type FollowedDay } from '#test/followers/followed-day.ts'
import { startFollowerProcess } from '#test/followers/follower-process.ts'
import { createMessagesFixture } from '#test/messages/messages-fixture.ts'
import { storingNotices } from '#test/notices/stored-notices.ts'

const terms = { currency: 'USDT', decimals: 6, fee: micros(5_000_000), rate: rate(990_000_000) }
const record: MovementRecord = { currency: 'BTC', amount: '0.01000000', destination: 'TQn9Y2khEsLJbLSE' }
const deposit = { reference: 'deposit:1', kind: 'deposit', amount: micros(1_500_250_000) } as const
const withdrawal = {
  reference: 'withdrawal:1',
  kind: 'withdrawal',
  amount: micros(500_000_000),
  terms,
} as const
const adjusted: Movement = {
  reference: 'adjustment:1',
  kind: 'adjustment',
  state: 'adjusted',
  amount: micros(12_000_000),
  note: 'Paid twice',
}

const cases: readonly (readonly [string, Movement, 'up' | 'down', NoticeContent | undefined])[] = [
  ['a credit', { ...deposit, state: 'credited' }, 'up', { kind: 'deposit_credited', amount: '1500.25' }],
  [
    'a rejection with its remark',
    { ...deposit, state: 'rejected', note: 'No payment' },
    'up',
    { kind: 'deposit_rejected', amount: '0.01', currency: 'BTC', remark: 'No payment' },
  ],
  [
    'an invalid deposit',
    { ...deposit, state: 'invalid' },
    'up',
    { kind: 'deposit_invalid', amount: '0.01', currency: 'BTC' },
  ],
  [
    'a request with its masked destination',
    { ...withdrawal, state: 'locked' },
    'down',
    { kind: 'withdrawal_requested', amount: '500.00', currency: 'USDT', destination: 'TQn9****bLSE' },
  ],
  ['no review', { ...withdrawal, state: 'reviewing' }, 'down', undefined],
  ['no approval', { ...withdrawal, state: 'approved' }, 'down', undefined],
  ['no begun payment', { ...withdrawal, state: 'paying' }, 'down', undefined],
  [
    'a payment with what is received',
    { ...withdrawal, state: 'sent', payment: 'ab12' },
    'down',
    { kind: 'withdrawal_sent', amount: '490.05', currency: 'USDT', transaction: 'ab12' },
  ],
  [
    'a refusal with its note',
    { ...withdrawal, state: 'returned', note: 'The name differs' },
    'up',
    { kind: 'withdrawal_refused', amount: '500.00', note: 'The name differs' },
  ],
  [
    'a cancellation',
    { ...withdrawal, state: 'cancelled' },
    'up',
    { kind: 'withdrawal_cancelled', amount: '500.00' },
  ],
  [
    'a request that was not carried out',
    { ...withdrawal, state: 'void', note: 'not_decided' },
    'up',
    { kind: 'withdrawal_void', amount: '500.00' },
  ],
  [
    'no refusal that was the answer to the request',
    { ...withdrawal, state: 'void', note: 'insufficient_balance' },
    'up',
    undefined,
  ],
  ['an increase', adjusted, 'up', { kind: 'balance_adjusted', amount: '12.00', memo: 'Paid twice' }],
  ['a decrease', adjusted, 'down', { kind: 'balance_adjusted', amount: '-12.00', memo: 'Paid twice' }],
]

for (const [name, movement, direction, expected] of cases) {
  test(`users are told of ${name}`, () => {
    const destination = direction === 'up' ? 'cash' : 'adjustments'
    const transfers = [{ destination }] as unknown as Parameters<typeof contentOf>[0]['transfers']
    assert.deepEqual(contentOf({ transfers }, movement, record), expected)
  })
}

describe('messages about money', () => {
  let day: FollowedDay
  const fixture = createMessagesFixture()

  before(async () => {
    day = await createFollowedDay(3)
  })
  beforeEach(async () => {
    await day.database.query('truncate follower_positions, outgoing_messages, notices, notice_lists')
  })
  after(async () => {
    await fixture.close()
    await day.drop()
  })

  /** Every third user has no contact, as demo users. */
  async function follow(failAt = Number.POSITIVE_INFINITY) {
    let enqueued = 0
    const follower = createFundsNotices({
      addNotices: storingNotices({
        messages: {
          enqueue: async (client: PoolClient, ...messages: readonly StoredMessage[]) => {
            enqueued += messages.length
            if (enqueued > failAt) throw new Error('the process fails')
            await fixture.messages.enqueue(client, ...messages)
          },
        },
        contactsOf: async (userIds) =>
          new Map(
            userIds
              .filter((userId) => userId % 3 !== 0)
              .map((userId) => [userId, { channel: 'email', to: `u${userId}@example.com`, language: 'en' }]),
          ),
      }),
      describeMovement: async (_, reference) => ({ ...record, destination: reference }),
    })
    return await startFollowerProcess({ ...follower, pool: day.database.pool, start: 'beginning' })
  }
  async function stored(): Promise<readonly string[]> {
    const { rows } = await day.database.query<{ line: string }>(
      `select concat_ws(' ', user_id, recipient, kind, parameters::text) as line from outgoing_messages order by id`,
    )
    return rows.map(({ line }) => line)
  }

  test('are stored once each, whatever fails: half a page, a commit, or the reply to a commit', async () => {
    await day.write(day.batches.length)
    const undisturbed = await follow()
    for (let steps = 0; (await undisturbed.gauge('followerLag')) !== 0 && steps < 1000; steps += 1)
      await undisturbed.step()
    await undisturbed.follower.stop()
    const expected = await stored()
    assert.ok(expected.length > 3, `${expected.length} messages`)
    assert.ok(expected.every((line) => Number(line.split(' ')[0]) % 3 !== 0))

    await day.database.query('truncate follower_positions, outgoing_messages, notices, notice_lists')
    for (const end of ['failed', 'reply_lost', 'committed'] as const) {
      const process = await follow(end === 'committed' ? undefined : 1)
      process.endTransactions(end)
      for (let steps = 0; steps < 3; steps += 1) await process.step()
      await process.follower.stop()
    }
    const last = await follow()
    for (let steps = 0; (await last.gauge('followerLag')) !== 0 && steps < 1000; steps += 1) await last.step()
    await last.follower.stop()
    assert.deepEqual(await stored(), expected)
  })
})
