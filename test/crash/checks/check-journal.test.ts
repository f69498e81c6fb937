import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { differences, judgeJournal, judgeLedger } from '#test/crash/checks/check-journal.ts'
import type { Facts, JournalRow, OrderRow, TransferRow } from '#test/crash/checks/database-state.ts'

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
const transfer = { user_id: 7, book: 'demo', order_id: 1, seq: 1 }
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

const journal = chained('00', 'aabb', 'cc')
const right: Facts = {
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
}

function chained(...packs: readonly string[]): readonly JournalRow[] {
  let hash = '00'.repeat(32)
  return packs.map((packed, at) => {
    hash = createHash('sha256').update(`${hash}${packed}`, 'hex').digest('hex')
    return { seq: at + 1, epoch: 1, packed, hash }
  })
}

describe('what the crash tests judge by', () => {
  test('finds nothing where all is well', () => {
    assert.deepEqual([...judgeJournal(right), ...judgeLedger(right)], [])
  })

  const journals: readonly (readonly [string, Partial<Facts>, RegExp])[] = [
    [
      'a flipped bit',
      { journal: journal.map((row) => ({ ...row, packed: row.packed.replace('bb', 'bc') })) },
      /breaks at 2/,
    ],
    ['a batch left out', { journal: journal.filter(({ seq }) => seq !== 2) }, /3 is at place 2/],
    ['the last batch missing', { journal: journal.slice(0, 2) }, /it says 3/],
    [
      'an older epoch after a newer',
      { journal: journal.map((row) => ({ ...row, epoch: 4 - row.seq })) },
      /of epoch 2, after 3/,
    ],
  ]
  for (const [name, wrong, words] of journals) {
    test(`finds ${name}`, () => assert.match(judgeJournal({ ...right, ...wrong }).join('\n'), words))
  }

  const ledgers: readonly (readonly [string, Partial<Facts>, RegExp])[] = [
    [
      'a balance that is not the sum',
      { accounts: [{ user_id: 7, book: 'demo', cash: 43, locked: 0 }] },
      /cash of user 7 is 43/,
    ],
    ['a house that is not the sum', { house: right.house.slice(1) }, /demo fees/],
    [
      'a fee taken twice',
      { transfers: [...right.transfers, { ...fee, id: 4 }] },
      /fee of order 1.* 1 times too often/,
    ],
    ['a loss never taken', { transfers: [opening, fee] }, /trade_profit of order 1.* is missing 1 times/],
    [
      'a fee that its parts do not add up to',
      { orders: [order, { ...order, id: 2, parent_id: 1, fee: 1, profit: 0 }] },
      /fee of order 1.*: 4 .* is missing/,
    ],
    [
      'money for what was never opened',
      { orders: [{ ...order, opened: null }] },
      /fee of order 1.* too often/,
    ],
  ]
  for (const [name, wrong, words] of ledgers) {
    test(`finds ${name}`, () => assert.match(judgeLedger({ ...right, ...wrong }).join('\n'), words))
  }

  test('counts how often a thing is there', () => {
    assert.deepEqual(differences('x', ['a', 'b', 'b'], ['b', 'a', 'b']), [])
    assert.deepEqual(differences('x', ['a'], ['a', 'a']), ['x: a is there 1 times too often'])
    assert.deepEqual(differences('x', ['a', 'a'], []), ['x: a is missing 2 times'])
  })
})
