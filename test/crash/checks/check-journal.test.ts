import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkJournal, checkLedger, differences, hashOf } from '#test/crash/checks/check-journal.ts'
import type { DatabaseState, JournalRow, OrderRow, TransferRow } from '#test/crash/checks/database-state.ts'

const order: OrderRow = {
  id: 1,
  user_id: 7,
  market_id: 101,
  side: 'buy',
  kind: 'market',
  status: 'closed',
  lots: 10,
  leverage: 100,
  price_precision: 5,
  asked_price: null,
  open_price: 110_000,
  margin: 100,
  fee: 3,
  close_price: 109_995,
  profit: -5,
  end_cause: 'user',
  parent_id: null,
  amended_from: null,
  placed: { quote: { seq: 1 } },
  opened: { quote: { seq: 1 } },
  ended: { quote: { seq: 2 } },
  placed_at: '2026-01-05T10:00:00.000Z',
  opened_at: '2026-01-05T10:00:00.000Z',
  ended_at: '2026-01-05T10:00:01.000Z',
}
const transfer = { user_id: 7, book: 'demo', reference: 'order:1', order_id: 1, seq: 1 }
const fee: TransferRow = { ...transfer, id: 2, source: 'cash', destination: 'fees', amount: 3, type: 'fee' }
const loss: TransferRow = { ...fee, id: 3, destination: 'trading', amount: 5, type: 'trade_profit' }
const opening: TransferRow = {
  ...fee,
  id: 1,
  source: 'demo_credit',
  destination: 'cash',
  amount: 50,
  type: 'demo',
}

/** One batch of format 1, then two of format 2. */
const journal = chained(['00', null], ['aabb', '01'.repeat(32)], ['cc', '02'.repeat(32)])
const right: DatabaseState = {
  lease: { epoch: 1, last_seq: 3, last_hash: journal.at(-1)?.hash ?? '' },
  journal,
  accounts: [{ user_id: 7, book: 'demo', cash: 42, locked: 0 }],
  house: [
    { book: 'demo', account: 'fees', balance: 3 },
    { book: 'demo', account: 'trading', balance: 5 },
    { book: 'demo', account: 'demo_credit', balance: -50 },
  ],
  orders: [order],
  transfers: [opening, fee, loss],
  outcomes: [],
  margin_notices: [],
  notices: [],
  followers: [],
  funds: { movements: [], deposits: [], withdrawals: [], methods: [], proposals: [], messages: [] },
}

function chained(
  ...batches: readonly (readonly [packed: string, root: string | null])[]
): readonly JournalRow[] {
  let hash = '00'.repeat(32)
  return batches.map(([packed, root], at) => {
    hash = hashOf(hash, { packed, root })
    return { seq: at + 1, epoch: 1, packed, root, hash }
  })
}

describe('the checks of journal and ledger', () => {
  test('accept a correct database', () => {
    assert.deepEqual([...checkJournal(right), ...checkLedger(right)], [])
  })

  const journals: readonly (readonly [string, Partial<DatabaseState>, RegExp])[] = [
    [
      'a flipped bit',
      { journal: journal.map((row) => ({ ...row, packed: row.packed.replace('bb', 'bc') })) },
      /breaks at 2/,
    ],
    [
      'another root',
      { journal: journal.map((row) => ({ ...row, root: row.root?.replace('02', '03') ?? null })) },
      /breaks at 3/,
    ],
    ['a missing batch', { journal: journal.filter(({ seq }) => seq !== 2) }, /3 is at position 2/],
    ['the last batch missing', { journal: journal.slice(0, 2) }, /names batch 3 as the last/],
    [
      'a decreasing epoch',
      { journal: journal.map((row) => ({ ...row, epoch: 4 - row.seq })) },
      /has epoch 2, after 3/,
    ],
  ]
  for (const [name, wrong, words] of journals) {
    test(`finds ${name}`, () => assert.match(checkJournal({ ...right, ...wrong }).join('\n'), words))
  }

  const ledgers: readonly (readonly [string, Partial<DatabaseState>, RegExp])[] = [
    [
      'a balance that is not the sum of its transfers',
      { accounts: [{ user_id: 7, book: 'demo', cash: 43, locked: 0 }] },
      /cash of user 7 is 43/,
    ],
    ['a house balance that is not the sum of its transfers', { house: right.house.slice(1) }, /demo fees/],
    [
      'a fee charged twice',
      { transfers: [...right.transfers, { ...fee, id: 4 }] },
      /fee of order 1.* 1 times too often/,
    ],
    [
      'a loss without a transfer',
      { transfers: [opening, fee] },
      /trade_profit of order 1.* is missing 1 times/,
    ],
    [
      'a fee that differs from the sum of its parts',
      { orders: [order, { ...order, id: 2, parent_id: 1, fee: 1, profit: 0 }] },
      /fee of order 1.*: 4 .* is missing/,
    ],
    [
      'a fee of an order that never opened',
      { orders: [{ ...order, opened: null }] },
      /fee of order 1.* too often/,
    ],
  ]
  for (const [name, wrong, words] of ledgers) {
    test(`finds ${name}`, () => assert.match(checkLedger({ ...right, ...wrong }).join('\n'), words))
  }

  test('count repeated items', () => {
    assert.deepEqual(differences('x', ['a', 'b', 'b'], ['b', 'a', 'b']), [])
    assert.deepEqual(differences('x', ['a'], ['a', 'a']), ['x: a is there 1 times too often'])
    assert.deepEqual(differences('x', ['a', 'a'], []), ['x: a is missing 2 times'])
  })
})
