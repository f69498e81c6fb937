import { micros } from '#core/money/amounts.ts'
import type { EngineParts } from '#server/engine/engine.ts'
import type { BatchRecords } from '#server/engine/engine-store.ts'
import type { CreateTriggers } from '#server/engine/triggers/triggers.ts'
import { createEventCounts } from '#test/trading-day/event-counts.ts'
import type { OracleMarket } from '#test/trading-day/oracle/oracle-types.ts'
import { createPriceWalk, dayMarkets } from '#test/trading-day/scenario/day-markets.ts'
import {
  exceedNotionalLimit,
  exceedOpenLimit,
  exceedPendingLimit,
} from '#test/trading-day/scenario/limit-steps.ts'
import {
  changeState,
  letTimePass,
  moveConversion,
  openMost,
  quoteMarket,
} from '#test/trading-day/scenario/market-steps.ts'
import { moveMoneyInEveryWay } from '#test/trading-day/scenario/money-steps.ts'
import { askOutcome, crash, restart } from '#test/trading-day/scenario/outage-steps.ts'
import { flapMarket, pauseAndReopen, reopenSlowly } from '#test/trading-day/scenario/pause-steps.ts'
import { nextPair, type Scenario, type Step } from '#test/trading-day/scenario/scenario.ts'
import { createSeededRandom, type SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'
import {
  burst,
  closeUncommittedPart,
  register,
  repeat,
  submitRequest,
} from '#test/trading-day/scenario/user-steps.ts'
import { createSideBySide } from '#test/trading-day/side-by-side.ts'

export type DayOptions = {
  readonly seed: number
  /** Breaks a rule of the oracle on purpose. */
  readonly tamper?: (market: OracleMarket) => OracleMarket
  /** Now and then real accounts may open nothing, for a while. */
  readonly blocksRealOpening?: boolean
  /** Called for every written batch. */
  readonly onWritten?: (batch: BatchRecords) => void
  /** Replaces the default triggers of the engine. */
  readonly createTriggers?: CreateTriggers
  /** Replaces the default limits of a slice. */
  readonly sliceLimits?: EngineParts['sliceLimits']
}

/** Every slice evaluates one account. */
export const oneAccountSlices: EngineParts['sliceLimits'] = { ms: 0, rows: 1 }

const stepsOfDay = 200

/** Steps with their weights. */
const weightedSteps: readonly (readonly [weight: number, action: Step])[] = [
  [120, quoteMarket],
  [6, moveConversion],
  [70, submitRequest],
  [3, repeat],
  [4, askOutcome],
  [5, changeState],
  [2, openMost],
  [3, pauseAndReopen],
  [2, flapMarket],
  [0.7, reopenSlowly],
  [4, burst],
  [1, closeUncommittedPart],
  [1.5, restart],
  [1.5, crash],
  [1, letTimePass],
  [0.5, register],
]

/** Steps at the end of some days. They leave hundreds of orders, which would slow down all later steps. */
const finalSteps: readonly (readonly [chance: number, action: Step])[] = [
  [0.3, moveMoneyInEveryWay],
  [0.15, exceedNotionalLimit],
  [0.06, exceedPendingLimit],
  [0.03, exceedOpenLimit],
]

/** Runs one generated day on engine and oracle. Returns the counts of events. */
export async function runTradingDay({
  seed,
  blocksRealOpening = false,
  ...options
}: DayOptions): Promise<ReadonlyMap<string, number>> {
  const counts = createEventCounts()
  const random = createSeededRandom(seed)
  const markets = dayMarkets(random)
  const feeMode = random.pick(['per_lot', 'share_of_margin'] as const)
  const tickLagMs = () => (random.chance(0.8) ? 0 : random.pick([1, 40, 700, 3_000, 12_000]))
  // Random numbers of its own, so that every day stays as it is without blocks.
  const switching = createSeededRandom(seed)
  let isBlocked = false
  const isRealOpeningBlocked = () => isBlocked
  const day = createSideBySide({ markets, feeMode, isRealOpeningBlocked, counts, tickLagMs, ...options })
  const walk = createPriceWalk(markets, random)
  const scenario: Scenario = { day, random, markets, walk, users: [], kept: [], burned: [], keys: 0 }
  let step = 0
  try {
    await open(scenario)
    for (; step < stepsOfDay; step += 1) {
      if (blocksRealOpening && switching.chance(0.05)) isBlocked = !isBlocked
      await runStep(scenario, random.weighted(weightedSteps))
    }
    for (const [chance, action] of finalSteps) {
      if (random.chance(chance))
        for (const next of [action, quoteMarket, restart]) await runStep(scenario, next)
    }
    await day.stop()
  } catch (fault) {
    const isSliced = options.sliceLimits === oneAccountSlices
    throw new Error(failureMessage({ seed, isSliced, step, fault }, day.trail()), { cause: fault })
  }
  return counts.all()
}

async function runStep(scenario: Scenario, action: Step): Promise<void> {
  scenario.day.time.advance(stepPauseMs(scenario.random))
  await action(scenario)
  scenario.day.compare()
}

/** Time between two steps: mostly less than a second, rarely minutes. */
function stepPauseMs(random: SeededRandom): number {
  return random.weighted([
    [40, random.between(1, 500)],
    [5, random.between(500, 5_000)],
    [2, random.between(9_000, 11_000)],
    [0.5, random.between(60_000, 400_000)],
  ])
}

/** Opens most markets and funds most users. */
async function open(scenario: Scenario): Promise<void> {
  const { day, random, markets, users } = scenario
  await day.start()
  for (const { id } of markets) {
    if (random.chance(0.9)) await day.quote(id, nextPair(scenario, id))
    if (random.chance(0.9)) await day.state(id, 'open')
  }
  for (let left = random.between(2, 10); left > 0; left -= 1) await register(scenario)
  for (const asker of users.filter(({ isDemo }) => !isDemo)) {
    const amount = micros(random.pick([500_000_000, 10_000_000_000, 123_456_789_012]))
    await day.submit(asker, { kind: 'deposit', amount, reference: `first:${asker.userId}` })
  }
}

type DayFailure = {
  readonly seed: number
  readonly isSliced: boolean
  readonly step: number
  readonly fault: unknown
}

function failureMessage({ seed, isSliced, step, fault }: DayFailure, trail: readonly string[]): string {
  const what = fault instanceof Error ? fault.message : String(fault)
  return [
    `seed ${seed}, step ${step}: ${what}`,
    'Latest steps:',
    ...trail.map((entry) => `  ${entry}`),
    `To repeat it: npm run simulate -- --seed ${seed}${isSliced ? ' --sliced' : ''}`,
  ].join('\n')
}
