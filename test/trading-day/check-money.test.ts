import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Micros, micros, price, rate } from '#core/money/amounts.ts'
import type { CommandRequest } from '#server/engine/engine.ts'
import { marketOf } from '#test/trading/test-board.ts'
import { plainTicket } from '#test/trading/trader.ts'
import { checkMoney } from '#test/trading-day/check-money.ts'
import { createEventCounts } from '#test/trading-day/event-counts.ts'
import type { MemoryTables } from '#test/trading-day/memory-store.ts'
import { createSideBySide } from '#test/trading-day/side-by-side.ts'

const market = marketOf('EURUSD')
const dollar = 1_000_000
const terms = { currency: 'USDT', decimals: 2, fee: micros(dollar), rate: rate(1_000_000_000) }
const userId = 1

function usd(amount: number): Micros {
  return micros(amount * dollar)
}

function withdrawal(id: number, amount: number): CommandRequest {
  return { kind: 'request_withdrawal', reference: `withdrawal:${id}`, amount: usd(amount), terms }
}

const commands: readonly CommandRequest[] = [
  { kind: 'deposit', reference: 'deposit:1', amount: usd(1_000) },
  withdrawal(1, 10),
  withdrawal(2, 20),
  withdrawal(3, 30),
  ...(['reviewing', 'paying'] as const).map(
    (to): CommandRequest => ({
      kind: 'advance_withdrawal',
      reference: 'withdrawal:2',
      to,
      operatorId: 1,
    }),
  ),
  { kind: 'advance_withdrawal', reference: 'withdrawal:2', to: 'sent', operatorId: 1, payment: 'tx' },
  { kind: 'advance_withdrawal', reference: 'withdrawal:3', to: 'cancelled', operatorId: null },
  ...(['up', 'down'] as const).map(
    (direction, at): CommandRequest => ({
      kind: 'adjust',
      reference: `adjustment:${at}`,
      amount: usd(5 + at),
      direction,
      operatorId: 1,
      approverId: 2,
      memo: 'Correction',
    }),
  ),
  { kind: 'open_order', ticket: { ...plainTicket, lots: '0.10' } },
  { kind: 'close_order', orderId: 1, lots: null },
]

/** An account with a withdrawal on its way, one sent, one cancelled, two adjustments and a closed order. */
async function sampleTables(): Promise<MemoryTables> {
  const day = createSideBySide({ markets: [market], feeMode: 'per_lot', counts: createEventCounts() })
  await day.start()
  await day.quote(market.id, { bid: price(110_000), ask: price(110_015) })
  await day.state(market.id, 'open')
  await day.register({ userId, isDemo: false }, true)
  for (const command of commands)
    assert.equal((await day.submit({ userId, isDemo: false }, command)).kind, 'done')
  await day.stop()
  return day.tables
}

describe('the check of money', () => {
  let tables: MemoryTables
  before(async () => {
    tables = await sampleTables()
  })

  test('finds nothing in sound tables', () => {
    assert.deepEqual(checkMoney(tables), [])
  })

  const account = ({ accounts }: MemoryTables) => accounts.get(userId) ?? assert.fail()
  const own = ({ transfers }: MemoryTables) => transfers.get(userId) ?? assert.fail()
  const withAccount = (sound: MemoryTables, change: object) => ({
    ...sound,
    accounts: new Map([[userId, { ...account(sound), ...change }]]),
  })
  const withTransfers = (sound: MemoryTables, changed: ReturnType<typeof own>) => ({
    ...sound,
    transfers: new Map([[userId, changed]]),
  })
  const under = (sound: MemoryTables, reference: string) =>
    own(sound).filter((transfer) => transfer.reference === reference)

  type Row = readonly [what: string, tamper: (sound: MemoryTables) => MemoryTables, RegExp]
  const rows: readonly Row[] = [
    [
      'a debt without an open order',
      (sound) => withAccount(sound, { cash: -1 }),
      /balance is -1 without an open order/,
    ],
    [
      'locked money without a withdrawal',
      (sound) => withAccount(sound, { locked: usd(11) }),
      /11000000 is locked, .* add up to 10000000/,
    ],
    ['lost locked money', (sound) => withAccount(sound, { locked: 0 }), /0 is locked, .* add up to 10000000/],
    [
      'a deposit credited twice',
      (sound) => withTransfers(sound, [...own(sound), ...under(sound, 'deposit:1')]),
      /deposit:1 is credited, but moved 1000000000 deposits cash, 1000000000 deposits cash/,
    ],
    [
      'a deposit that was not credited',
      (sound) =>
        withTransfers(
          sound,
          own(sound).filter(({ reference }) => reference !== 'deposit:1'),
        ),
      /deposit:1 is credited, but moved nothing/,
    ],
    [
      'a withdrawal sent without its fee',
      (sound) =>
        withTransfers(
          sound,
          own(sound).filter(({ type, orderId }) => type !== 'fee' || orderId !== null),
        ),
      /withdrawal:2 is sent, but moved/,
    ],
    [
      'a cancelled withdrawal that was not returned',
      (sound) =>
        withTransfers(
          sound,
          own(sound).filter(({ type }) => type !== 'withdrawal_returned'),
        ),
      /withdrawal:3 is cancelled, but moved 30000000 cash locked$/,
    ],
    [
      'an adjustment posted twice',
      (sound) => withTransfers(sound, [...own(sound), ...under(sound, 'adjustment:1')]),
      /adjustment:1 is adjusted, but moved/,
    ],
    [
      'a transfer without a movement',
      (sound) =>
        withTransfers(sound, [
          ...own(sound),
          ...under(sound, 'deposit:1').map((one) => ({ ...one, reference: 'gift' })),
        ]),
      /gift has transfers, but is no movement/,
    ],
    [
      'a balance that no record explains',
      (sound) => withAccount(sound, { cash: account(sound).cash + 1 }),
      /are 1 more than its records explain/,
    ],
    [
      'an order whose profit is not in the balance',
      (sound) => ({
        ...sound,
        orders: new Map([...sound.orders].map(([id, order]) => [id, { ...order, profit: micros(7) }])),
      }),
      /more than its records explain/,
    ],
  ]
  for (const [what, tamper, message] of rows)
    test(`finds ${what}`, () => {
      assert.match(checkMoney(tamper(tables)).join('\n'), message)
    })
})
