import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BoardWait } from '#core/decision/board-wait.ts'
import { micros } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'
import { createOrderSlab } from '#server/engine/state/order-slab.ts'
import { createIndexedTriggers } from '#server/engine/triggers/indexed-triggers.ts'
import { createScanTriggers } from '#server/engine/triggers/scan-triggers.ts'
import type { CloseOutDelay, Triggers } from '#server/engine/triggers/triggers.ts'
import { openOrder } from '#test/engine/sample-orders.ts'
import { fc } from '#test/fast-check.ts'
import { createTestBoard } from '#test/trading/test-board.ts'
import { randomSteps } from '#test/triggers/random-steps.ts'
import { createTriggerHarness, type TriggerHarness, userIds } from '#test/triggers/trigger-harness.ts'
import type { MakeTriggers } from '#test/triggers/triggered-accounts.ts'

const indexed: MakeTriggers = (parts) => createIndexedTriggers({ ...parts, markets })
const scan: MakeTriggers = (parts) => createScanTriggers({ ...parts, markets })

const common = [
  ...['open', 'closed by stop_loss', 'closed by take_profit', 'closed by stop_out'],
  ...[
    'cancelled by insufficient_margin',
    'warned',
    'margin call reset',
    'no open market',
    'incomplete board',
  ],
  ...['first quote', 'open without a rate', 'pending without a rate'],
]

describe('random sequences of quotes, orders and restarts', () => {
  for (const [name, make] of Object.entries({ indexed, scan }))
    test(`${name} triggers select every account that the rules would change`, () => {
      const seen = new Set<string>()
      fc.assert(
        fc.property(randomSteps, (steps) => {
          const harness = runSteps(make, steps)
          for (const event of harness.done.keys()) seen.add(event)
          assert.deepEqual(harness.missed, [])
        }),
        { numRuns: 100 },
      )
      // Every common event must have occurred, or the test proves little.
      for (const event of common) assert.ok(seen.has(event), `${event} never happened`)
    })

  test('small moves make indexed triggers select few accounts, and scan triggers all in the market', () => {
    const [few, all] = [indexed, scan].map((make) => {
      const harness = createTriggerHarness(make)
      for (const userId of userIds) harness.place(userId, { ...smallBuy, code: 'EURUSD' })
      for (let at = 0; at < 1000; at += 1) harness.quote('EURUSD', Math.round(40 * Math.sin(at)), 2, true)
      assert.deepEqual([harness.missed, harness.done], [[], new Map()])
      return harness.selected()
    })
    assert.equal(all, 6000)
    assert.ok(few !== undefined && few < 60, `${few} were selected`)
  })

  test('an account is selected when a conversion rate becomes unknown, and when it is known again', () => {
    const harness = createTriggerHarness(indexed)
    harness.place(1, { ...smallBuy, code: 'EURJPY', lots: '0.50' })
    // The yen loses half of its value, so a loss in yen is half as large in dollars.
    harness.quote('USDJPY', 1_000_000, 2, true)
    harness.quote('EURJPY', -20_000, 2, true)
    harness.quote('EURJPY', 1, 2, true)
    assert.deepEqual(harness.done, new Map())
    // A rate this small rounds to zero and counts as unknown: the position is valued at the rate of its opening.
    harness.quote('USDJPY', 5e13, 2, true)
    assert.deepEqual([...harness.done.keys()], ['warned', 'open without a rate'])
    harness.quote('EURJPY', 1, 2, true)
    harness.quote('USDJPY', 2e-2 - 1e6, 2, true)
    assert.deepEqual([...harness.done.keys()], ['warned', 'open without a rate', 'margin call reset'])
    assert.deepEqual(harness.missed, [])
  })
})

describe('an account with a margin call', () => {
  test('is selected once it has no used margin, unlike an account without a margin call', () => {
    const order = openOrder({ id: 1, userId: 7, margin: micros(0) })
    const triggers = indexed({
      slab: createOrderSlab(),
      board: createTestBoard({}),
      usersWithOrders: () => [],
      riskOf: (userId) => ({ cash: micros(0), isWarned: userId === 7, open: [order] }),
    })
    triggers.watch(7, {})
    triggers.watch(8, {})
    assert.deepEqual([...triggers.accountsToCheck(order.marketId)], [7])
    assert.deepEqual([...triggers.accountsToCheck(order.marketId)], [])
  })
})

describe('an account that waits at the close-out level', () => {
  test('is selected on the first quote of its market, even if the market had opened before', () => {
    const harness = createTriggerHarness(indexed)
    harness.place(1, { ...smallBuy, code: 'EURUSD', lots: '0.40' })
    harness.place(1, { ...smallBuy, code: 'GBPUSD', lots: '0.50' })
    // After the realised loss in GBPUSD, cash is too low for the margin of EURUSD, whose price is unknown after the
    // restart.
    harness.quote('GBPUSD', -20_500, 2, false)
    harness.change(1, 1, 'close', null)
    harness.restart(['EURUSD'])
    harness.quote('GBPUSD', 1, 2, true)
    harness.quote('GBPUSD', 1, 2, true)
    harness.state('EURUSD', 'open')
    harness.quote('GBPUSD', 1, 2, true)
    assert.deepEqual(
      [...harness.done],
      [
        ...new Map([
          ['warned', 1],
          ['no open market', 2],
        ]),
      ],
    )
    harness.quote('EURUSD', 0, 2, true)
    assert.equal(harness.done.get('closed by stop_out'), 1)
    assert.deepEqual(harness.missed, [])
  })
})

describe('the harness detects broken triggers', () => {
  const nothing = () => {}
  const broken: Readonly<Record<string, (whole: Triggers) => Partial<Triggers>>> = {
    'no safe regions': () => ({ watch: nothing }),
    'no order levels': () => ({ orderUpserted: nothing }),
    'changed accounts not marked dirty': () => ({ markDirty: nothing }),
    'quotes of closed markets ignored': () => ({ markMarketDirty: nothing }),
    'missed quotes ignored': () => ({ markAllMarketsDirty: nothing }),
    'market openings ignored': () => ({ marketOpened: nothing }),
    'accounts with an incomplete board never watched': ({ watch }) => ({
      watch: (userId, waits) => void (waits.boardWait === undefined && watch(userId, waits)),
    }),
    'board waits without a deadline': ({ watch }) => ({
      watch: (userId, waits) => watch(userId, withWait(waits, { untilMs: Number.POSITIVE_INFINITY })),
    }),
    'board waits without a market': ({ watch }) => ({
      watch: (userId, waits) => watch(userId, withWait(waits, { marketId: 0 })),
    }),
    'every account treated as waiting': ({ watch }) => ({
      watch: (userId) => watch(userId, { hasNoOpenMarket: true }),
    }),
  }
  for (const [name, part] of Object.entries(broken))
    test(name, () => {
      const make: MakeTriggers = (parts) => {
        const whole = indexed(parts)
        return { ...whole, ...part(whole) }
      }
      const { failed } = fc.check(
        fc.property(randomSteps, (steps) => runSteps(make, steps).missed.length === 0),
        { numRuns: 1000, endOnFailure: true, seed: 1 },
      )
      assert.ok(failed)
    })
})

const smallBuy = { side: 'buy', lots: '0.05', target: null, stopLoss: null, takeProfit: null } as const

function withWait(waits: CloseOutDelay, part: Partial<BoardWait>): CloseOutDelay {
  return waits.boardWait === undefined ? waits : { ...waits, boardWait: { ...waits.boardWait, ...part } }
}

function runSteps(make: MakeTriggers, steps: readonly ((harness: TriggerHarness) => void)[]): TriggerHarness {
  const harness = createTriggerHarness(make)
  for (const step of steps) step(harness)
  return harness
}
