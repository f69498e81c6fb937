import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createScanTriggers } from '#server/engine/triggers/scan-triggers.ts'
import { sampled } from '#test/sampling.ts'
import { createEventCounts } from '#test/trading-day/event-counts.ts'
import type { OracleMarket } from '#test/trading-day/oracle/oracle-types.ts'
import { oneAccountSlices, runTradingDay } from '#test/trading-day/trading-day.ts'

/** Minimum counts of events over all days: an event that never happens is not tested. */
const expected: Readonly<Record<string, number>> = {
  'limit filled': 100,
  'stop filled': 100,
  'closed in part': 100,
  'closed: user': 300,
  'closed: stop_loss': 300,
  'closed: take_profit': 300,
  'closed: stop_out': 150,
  'closed: demo_reset': 50,
  'several stopped out at once': 20,
  'gap beyond a stop loss': 200,
  'cancelled: user': 200,
  'cancelled: insufficient_margin': 100,
  'cancelled: orders_limit': 2,
  'cancelled: notional_limit': 1,
  'cancelled: demo_reset': 20,
  'cancelled: amended': 100,
  'margin call': 100,
  'margin call armed again': 50,
  'transfer: write_off': 50,
  'transfer: withdrawal_returned': 10,
  'done: set_stops': 200,
  'done: advance_withdrawal': 50,
  'done: adjust': 10,
  'done: reset_demo': 50,
  'done: close_many': 100,
  'done: reverse_order': 100,
  'done: amend_order': 100,
  'waits for the board': 2000,
  'waits at the level of a margin call': 200,
  'waits at the level of a close-out': 100,
  'refused: too_late': 200,
  'refused: stale_price': 200,
  'outcome: decided': 100,
  'outcome: never': 100,
  'outcome: expired': 30,
  'race won by the command': 30,
  'race won by the outcome': 30,
  ...onceEach(
    'refused: leverage_not_configured',
    'refused: leverage_not_offered',
    'refused: invalid_lots',
    'refused: lots_limit',
    'refused: invalid_price',
    'refused: market_closed',
    'refused: stop_wrong_side',
    'refused: no_conversion',
    'refused: orders_limit',
    'refused: notional_limit',
    'refused: price_moved',
    'refused: insufficient_margin',
    'refused: insufficient_balance',
    'refused: order_not_found',
    'refused: order_not_open',
    'refused: not_demo',
    'refused: demo_forbidden',
    'refused: invalid_amount',
    'refused: movement_exists',
    'refused: movement_unknown',
    'refused in close_many: order_not_found',
    'refused in close_many: order_not_open',
    'refused in close_many: too_late',
    'refused in close_many: market_closed',
    'refused in close_many: stale_price',
  ),
  'commit failed': 50,
  'commit reply_lost': 50,
  'commit written_before_next_lease': 50,
  'commit fenced_by_next_lease': 50,
  'commit held': 50,
  'commit held_then_failed': 50,
  'commit never_answered': 20,
  repeat: 100,
  restart: 100,
  crash: 100,
}

function onceEach(...names: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(names.map((name) => [name, 1]))
}

const daysInGroup = 25
const groups = Array.from({ length: 8 }, (_, group) => group)
const sampledGroups = sampled(groups, 2)
/** How many of an event are required in the sample: half as many per day, because days differ. */
const leastOf = (least: number) =>
  sampledGroups.length === groups.length
    ? least
    : Math.floor((least * sampledGroups.length) / groups.length / 2)
const plainDays = Array.from({ length: 20 }, (_, at) => at + 1)
const sampledDays = sampled(plainDays, 8)

describe('on generated trading days', () => {
  const counts = createEventCounts()

  for (const group of sampledGroups) {
    const first = group * daysInGroup + 1
    test(`the engine agrees with the oracle, seeds ${first} to ${first + daysInGroup - 1}`, async () => {
      for (let seed = first; seed < first + daysInGroup; seed += 1)
        counts.addAll(await runTradingDay({ seed }))
    })
  }
  test('every kind of event happens', () => {
    const all = counts.all()
    const missed = Object.entries(expected).filter(([name, least]) => (all.get(name) ?? 0) < leastOf(least))
    assert.deepEqual(
      missed.map(([name, least]) => `${name}: ${all.get(name) ?? 0} of at least ${leastOf(least)}`),
      [],
    )
  })
  test('it also agrees with triggers that scan all accounts of a market', async () => {
    for (const seed of sampledDays) await runTradingDay({ seed, createTriggers: createScanTriggers })
  })
  test('it also agrees if every slice evaluates one account', async () => {
    // On the added days the reply to a commit is lost while accounts wait for the next slice.
    for (const seed of [...sampledDays, ...sampled([39, 45, 49, 69], 1)])
      await runTradingDay({ seed, sliceLimits: oneAccountSlices })
  })
  test('it also agrees if now and then real accounts may open nothing', async () => {
    const counts = createEventCounts()
    for (const seed of sampledDays) counts.addAll(await runTradingDay({ seed, blocksRealOpening: true }))
    // A sample may have few of a kind.
    const least = sampledDays.length === plainDays.length ? 10 : 1
    for (const name of ['refused: simulated_prices', 'cancelled: simulated_prices', 'limit filled'])
      assert.ok((counts.all().get(name) ?? 0) >= least, name)
  })
  test('the same seed gives the same day', async () => {
    assert.deepEqual(await runTradingDay({ seed: 7 }), await runTradingDay({ seed: 7 }))
  })
})

describe('a difference is found', () => {
  const broken: readonly (readonly [what: string, tamper: (market: OracleMarket) => OracleMarket, RegExp])[] =
    [
      [
        'in a fee that is a millionth too high',
        (market) => ({ ...market, feePerLot: market.feePerLot + 1, feeShare: market.feeShare + 1 }),
        /fee of order \d+/,
      ],
      [
        'in a margin',
        (market) => ({ ...market, unitsPerLot: market.unitsPerLot + 1 }),
        /margin of order \d+/,
      ],
      ['in the least lots', (market) => ({ ...market, leastLots: market.leastLots * 2 }), /the answer to/],
    ]
  for (const [what, tamper, message] of broken) {
    test(`${what}, and the error says how to reproduce it`, async () => {
      const found = await firstDifference(tamper)
      assert.match(found, message)
      assert.match(found, /^seed \d+, step \d+: /)
      assert.match(found, /npm run simulate -- --seed \d+$/)
    })
  }
})

/** Runs several days, because a small difference may take a few days to appear. */
async function firstDifference(tamper: (market: OracleMarket) => OracleMarket): Promise<string> {
  for (let seed = 1; seed <= 20; seed += 1) {
    try {
      await runTradingDay({ seed, tamper })
    } catch (fault) {
      return fault instanceof Error ? fault.message : String(fault)
    }
  }
  return 'nothing was found'
}
