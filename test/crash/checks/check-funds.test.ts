import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JournalEntry } from '#server/engine/journal/journal.ts'
import { checkFunds, checkNothingLeft } from '#test/crash/checks/check-funds.ts'
import type { DatabaseState, FundsTables } from '#test/crash/checks/database-state.ts'
import type { FundsRecord } from '#test/crash/load/funds-log.ts'

const userId = 7
const [ann, bob] = [21, 22]
const noOperators = { reviewer_id: null, approver_id: null, payer_id: null }
const moved = { user_id: userId, fee: null, note: null, payment: null, ...noOperators }

const movements: FundsTables['movements'] = [
  { ...moved, reference: 'adjustment:4', kind: 'adjustment', amount: 5, state: 'adjusted', note: 'memo' },
  { ...moved, reference: 'deposit:1', kind: 'deposit', amount: 100, state: 'credited', reviewer_id: ann },
  {
    ...moved,
    reference: 'withdrawal:1',
    kind: 'withdrawal',
    amount: 30,
    fee: 2,
    state: 'sent',
    payment: 'tx',
  },
  { ...moved, reference: 'withdrawal:2', kind: 'withdrawal', amount: 10, fee: 2, state: 'reviewing' },
].map((row) =>
  row.kind === 'withdrawal' ? { ...row, reviewer_id: ann, payer_id: bob } : row,
) as FundsTables['movements']

const adjustment = { userId, direction: 'up', micros: '5', memo: 'memo' }
const proposal = { id: 4, kind: 'adjustment', subject: 'user:7', proposed_by: ann, decided_by: bob } as const

const funds: FundsTables = {
  movements,
  deposits: [{ id: 1, user_id: userId, key: 'k1', credited: 100 }],
  withdrawals: [
    { id: 1, user_id: userId, key: 'k2', amount: 30, fee: 2 },
    { id: 2, user_id: userId, key: 'k3', amount: 10, fee: 2 },
  ],
  methods: [],
  proposals: [{ ...proposal, payload: adjustment, state: 'done' }],
  messages: [
    { user_id: userId, kind: 'deposit_credited', parameters: { amount: '0.0001' } },
    { user_id: userId, kind: 'withdrawal_requested', parameters: {} },
    { user_id: userId, kind: 'withdrawal_requested', parameters: {} },
    { user_id: userId, kind: 'withdrawal_sent', parameters: { transaction: 'tx' } },
    { user_id: userId, kind: 'balance_adjusted', parameters: { memo: 'memo' } },
  ],
}

const transfer = { user_id: userId, book: 'real', order_id: null, type: 'deposit' }
const credit = { ...transfer, source: 'deposits', destination: 'cash', amount: 100, reference: 'deposit:1' }
const lock = { ...transfer, source: 'cash', destination: 'locked', amount: 30, reference: 'withdrawal:1' }
const transfers = [
  credit,
  lock,
  { ...lock, source: 'locked', destination: 'fees', amount: 2 },
  { ...lock, source: 'locked', destination: 'withdrawals', amount: 28 },
  { ...lock, amount: 10, reference: 'withdrawal:2' },
  { ...credit, source: 'adjustments', amount: 5, reference: 'adjustment:4' },
]

const state = {
  accounts: [{ user_id: userId, book: 'real', cash: 65, locked: 10 }],
  orders: [],
  transfers,
  funds,
} as unknown as DatabaseState

function entry(reference: string, stateAfter: string, texts: object = {}): JournalEntry {
  const movement = { reference, state: stateAfter, ...texts }
  return {
    command: { userId },
    outcome: { kind: 'decided', effects: { movement } },
  } as unknown as JournalEntry
}

const entries = [
  entry('deposit:1', 'credited'),
  entry('withdrawal:1', 'locked'),
  entry('withdrawal:2', 'locked'),
  entry('withdrawal:1', 'reviewing'),
  entry('withdrawal:1', 'paying'),
  entry('withdrawal:1', 'sent', { payment: 'tx' }),
  entry('withdrawal:2', 'reviewing'),
  entry('adjustment:4', 'adjusted', { note: 'memo' }),
]

function record(
  kind: FundsRecord['kind'],
  by: number,
  input: Record<string, string>,
  data: unknown,
  key?: string,
): FundsRecord {
  const answers = data === undefined ? [] : [{ code: 1, msg: '', data }]
  return { kind, by, path: '', token: '', input, key, answers, unknown: 0, isRepeated: false }
}

const records = [
  record('deposit', userId, {}, { id: 1 }, 'k1'),
  record('withdraw', userId, {}, { id: 1, status: 0 }, 'k2'),
  // Its answer was lost.
  record('withdraw', userId, {}, undefined, 'k3'),
  record('decide', ann, { id: '1', result: 'credited' }, { state: 'credited' }),
  record('step', ann, { id: '1', to: 'reviewing' }, { state: 'reviewing' }),
  record('step', bob, { id: '1', to: 'sent', transaction: 'tx' }, { state: 'sent' }),
  record('propose', ann, {}, { proposal_id: 4 }),
  record('approve', bob, { id: '4' }, { state: 'done' }),
]

type Changed = {
  readonly state?: Partial<DatabaseState>
  readonly funds?: Partial<FundsTables>
  readonly entries?: readonly JournalEntry[]
  readonly records?: readonly FundsRecord[]
}

function check(changed: Changed = {}): string {
  const tables = { ...state, ...changed.state, funds: { ...funds, ...changed.funds } }
  return checkFunds(tables, changed.entries ?? entries, changed.records ?? records).join('\n')
}

const withMovement = (reference: string, change: object): Changed => ({
  funds: { movements: movements.map((row) => (row.reference === reference ? { ...row, ...change } : row)) },
})

describe('the check of funds', () => {
  test('accepts records, movements, transfers and messages that agree', () => assert.equal(check(), ''))

  const extra = (row: object) => ({ state: { transfers: [...transfers, row] } }) as unknown as Changed
  const faults: readonly (readonly [string, Changed, RegExp])[] = [
    ['a deposit that was answered and lost', { funds: { deposits: [] } }, /deposit k1: answered as 1/],
    ['a withdrawal that was lost', { funds: { withdrawals: [] } }, /withdraw k2: answered as 1/],
    ['a record without a request', { records: records.slice(1) }, /its key k1 was never sent/],
    ['a deposit credited twice', extra(credit), /deposit:1 .* 1 times too often/],
    [
      'a deposit credited twice in the journal',
      { entries: [...entries, entry('deposit:1', 'credited')] },
      /steps in the journal: deposit:1 credited is there 1/,
    ],
    ['a withdrawal paid twice', extra(transfers[3] ?? {}), /withdrawal:1 .* 1 times too often/],
    [
      'a credit without its transfer',
      { state: { transfers: state.transfers.slice(1) } },
      /deposit:1 .* missing/,
    ],
    ['a decision that was lost', withMovement('deposit:1', { state: 'rejected' }), /the state is rejected/],
    ['a step of another operator', withMovement('withdrawal:1', { reviewer_id: bob }), /reviewing by 21/],
    ['another payment', withMovement('withdrawal:1', { payment: 'other' }), /its payment is other/],
    [
      'another amount than that of the record',
      withMovement('deposit:1', { amount: 99 }),
      /deposit:1: its record has 7 100/,
    ],
    [
      'an answered request that is void',
      withMovement('withdrawal:1', { state: 'void' }),
      /answered as requested, but void/,
    ],
    [
      'an adjustment that was not carried out',
      { funds: { movements: movements.slice(1) } },
      /proposal 4 is done, but/,
    ],
    [
      'an adjustment of a rejected proposal',
      { funds: { proposals: [{ ...proposal, payload: adjustment, state: 'rejected' }] } },
      /is rejected, but carried out/,
    ],
    [
      'locked money of no withdrawal',
      { state: { accounts: [{ user_id: userId, book: 'real', cash: 65, locked: 11 }] } },
      /11 is locked, .* 10/,
    ],
    [
      'a negative balance without an order',
      { state: { accounts: [{ user_id: userId, book: 'real', cash: -1, locked: 10 }] } },
      /-1 without an open order/,
    ],
    [
      'a message stored twice',
      { funds: { messages: [...funds.messages, ...funds.messages.slice(0, 1)] } },
      /messages: deposit_credited .* too often/,
    ],
    [
      'a message that is missing',
      { funds: { messages: funds.messages.slice(1) } },
      /messages: deposit_credited .* missing/,
    ],
  ]
  for (const [name, changed, words] of faults)
    test(`finds ${name}`, () => assert.match(check(changed), words))

  test('finds what the sweeps have left', () => {
    assert.deepEqual(checkNothingLeft(state), [])
    const left = {
      movements: movements.slice(0, 3),
      proposals: [{ ...proposal, payload: adjustment, state: 'approved' }],
    } as const
    assert.deepEqual(checkNothingLeft({ funds: { ...funds, ...left } }), [
      'withdrawal 2 was never decided',
      'proposal 4 was approved, but never carried out',
    ])
  })
})
