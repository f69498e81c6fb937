import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { BoardWait } from '#core/decision/board-wait.ts'
import { micros } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'
import { createOrderSlab } from '#server/engine/state/order-slab.ts'
import { createIndexedTriggers } from '#server/engine/triggers/indexed-triggers.ts'
import { createScanTriggers } from '#server/engine/triggers/scan-triggers.ts'
import type { Triggers, Waits } from '#server/engine/triggers/triggers.ts'
import { openOrder } from '#test/engine/sample-orders.ts'
import { createTestBoard } from '#test/trading/test-board.ts'
import type { MakeTriggers } from '#test/triggers/account-states.ts'
import { randomSteps } from '#test/triggers/random-steps.ts'
import { createTriggerHarness, type TriggerHarness, userIds } from '#test/triggers/trigger-harness.ts'

const armed: MakeTriggers = (parts) => createIndexedTriggers({ ...parts, markets })
const plain: MakeTriggers = (parts) => createScanTriggers({ ...parts, markets })

const common = [
  ...['open', 'closed by stop_loss', 'closed by take_profit', 'closed by stop_out'],
  ...['cancelled by insufficient_margin', 'warned', 'armed again', 'waiting', 'half a board'],
  ...['first quote', 'open without a rate', 'pending without a rate'],
]

describe('whatever prices and accounts do', () => {
  for (const [name, make] of Object.entries({ armed, plain }))
    test(`whoever anything comes of is named by ${name} triggers`, () => {
      const seen = new Set<string>()
      fc.assert(
        fc.property(randomSteps, (steps) => {
          const stage = led(make, steps)
          for (const what of stage.done.keys()) seen.add(what)
          assert.deepEqual(stage.missed, [])
        }),
        { numRuns: 100 },
      )
      // Triggers of which little was asked would have shown little.
      for (const what of common) assert.ok(seen.has(what), `${what} never came`)
    })

  test('few are named by armed triggers while little happens, and by plain ones everyone in the market', () => {
    const [few, all] = [armed, plain].map((make) => {
      const stage = createTriggerHarness(make)
      for (const userId of userIds) stage.place(userId, { ...smallBuy, code: 'EURUSD' })
      for (let at = 0; at < 1000; at += 1) stage.quote('EURUSD', Math.round(40 * Math.sin(at)), 2, true)
      assert.deepEqual([stage.missed, stage.done], [[], new Map()])
      return stage.named()
    })
    assert.equal(all, 6000)
    assert.ok(few !== undefined && few < 60, `${few} were named`)
  })

  test('a rate that comes to be unknown, and known again, is a reason to look', () => {
    const stage = createTriggerHarness(armed)
    stage.place(1, { ...smallBuy, code: 'EURJPY', lots: '0.50' })
    // The yen falls by half, and with it what the position then loses.
    stage.quote('USDJPY', 1_000_000, 2, true)
    stage.quote('EURJPY', -20_000, 2, true)
    stage.quote('EURJPY', 1, 2, true)
    assert.deepEqual(stage.done, new Map())
    // At such a price a yen is too little to be counted: the position is valued at the rate that it was opened with.
    stage.quote('USDJPY', 5e13, 2, true)
    assert.deepEqual([...stage.done.keys()], ['warned', 'open without a rate'])
    stage.quote('EURJPY', 1, 2, true)
    stage.quote('USDJPY', 2e-2 - 1e6, 2, true)
    assert.deepEqual([...stage.done.keys()], ['warned', 'open without a rate', 'armed again'])
    assert.deepEqual(stage.missed, [])
  })
})

describe('whoever was given a margin call', () => {
  test('is named again without any used margin, for it to be armed again; others are left alone', () => {
    const order = openOrder({ id: 1, userId: 7, margin: micros(0) })
    const triggers = armed({
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

describe('whoever waits at the close-out level', () => {
  test('is named when its market is quoted for the first time, even if that had opened before', () => {
    const stage = createTriggerHarness(armed)
    stage.place(1, { ...smallBuy, code: 'EURUSD', lots: '0.40' })
    stage.place(1, { ...smallBuy, code: 'GBPUSD', lots: '0.50' })
    // What is lost in the one and closed by hand leaves too little for the other, whose price then nobody knows.
    stage.quote('GBPUSD', -20_500, 2, false)
    stage.change(1, 1, 'close', null)
    stage.restart(['EURUSD'])
    stage.quote('GBPUSD', 1, 2, true)
    stage.quote('GBPUSD', 1, 2, true)
    stage.state('EURUSD', 'open')
    stage.quote('GBPUSD', 1, 2, true)
    assert.deepEqual(
      [...stage.done],
      [
        ...new Map([
          ['warned', 1],
          ['waiting', 2],
        ]),
      ],
    )
    stage.quote('EURUSD', 0, 2, true)
    assert.equal(stage.done.get('closed by stop_out'), 1)
    assert.deepEqual(stage.missed, [])
  })
})

describe('triggers that lack a part of it', () => {
  const nothing = () => {}
  const broken: Readonly<Record<string, (whole: Triggers) => Partial<Triggers>>> = {
    'regions that are not drawn': () => ({ watch: nothing }),
    'levels that are not known': () => ({ orderUpserted: nothing }),
    'changes that are not noted': () => ({ markDirty: nothing }),
    'quotes in closed markets that are not heard of': () => ({ markMarketDirty: nothing }),
    'quotes while nobody listened that are not thought of': () => ({ markAllMarketsDirty: nothing }),
    'openings that are not heard of': () => ({ marketOpened: nothing }),
    'accounts on half a board that are never looked at again': ({ watch }) => ({
      watch: (userId, waits) => void (waits.boardWait === undefined && watch(userId, waits)),
    }),
    'waits that are woken by the missing market alone': ({ watch }) => ({
      watch: (userId, waits) => watch(userId, withWait(waits, { untilMs: Number.POSITIVE_INFINITY })),
    }),
    'waits that are woken by time alone': ({ watch }) => ({
      watch: (userId, waits) => watch(userId, withWait(waits, { marketId: 0 })),
    }),
    'everyone taken for waiting': ({ watch }) => ({ watch: (userId) => watch(userId, { isWaiting: true }) }),
  }
  for (const [name, part] of Object.entries(broken))
    test(`are found out: ${name}`, () => {
      const make: MakeTriggers = (parts) => {
        const whole = armed(parts)
        return { ...whole, ...part(whole) }
      }
      const { failed } = fc.check(
        fc.property(randomSteps, (steps) => led(make, steps).missed.length === 0),
        { numRuns: 1000, endOnFailure: true, seed: 1 },
      )
      assert.ok(failed)
    })
})

const smallBuy = { side: 'buy', lots: '0.05', target: null, stopLoss: null, takeProfit: null } as const

function withWait(waits: Waits, part: Partial<BoardWait>): Waits {
  return waits.boardWait === undefined ? waits : { ...waits, boardWait: { ...waits.boardWait, ...part } }
}

function led(make: MakeTriggers, steps: readonly ((stage: TriggerHarness) => void)[]): TriggerHarness {
  const stage = createTriggerHarness(make)
  for (const step of steps) step(stage)
  return stage
}
