import { mean, median, percentile } from '#bench/measuring/percentile.ts'
import type { Referee } from '#bench/ticks/refereed-triggers.ts'
import type { TickMachine } from '#bench/ticks/tick-machine.ts'
import type { Quote } from '#core/market/quote.ts'

/** In microseconds a quote. */
type Cost = { readonly median: number; readonly mean: number; readonly p99: number; readonly most: number }

export type MeasuredPath = {
  readonly armed: Cost
  readonly plain: Cost
  /** What a quote costs in the mean that names nobody to the armed triggers, and what share of them does. */
  readonly idleMean: number
  readonly idleShare: number
  /** Accounts that were judged on a quote, in the mean. */
  readonly judgedArmed: number
  readonly judgedPlain: number
  /** Orders that ended, and accounts that had one closed out. */
  readonly ended: number
  readonly closedOut: number
  readonly notices: number
}

/** Tells every quote to the armed triggers but for a few, evenly spread, that the plain ones take; times each by itself. */
export function measurePath(
  machine: TickMachine,
  referee: Referee,
  quotes: readonly Quote[],
  plainQuotes: number,
): MeasuredPath {
  const costs = { armed: [] as number[], plain: [] as number[] }
  const judged = { armed: 0, plain: 0 }
  const idle: number[] = []
  const seen = createSeen(machine)
  // Odd, so that it is not always the same markets' turn.
  const every = Math.floor(quotes.length / plainQuotes) | 1
  referee.takeJudged()
  for (const [at, quote] of quotes.entries()) {
    const how = at % every === every - 1 ? 'plain' : 'armed'
    if (how === 'plain') referee.beginPlain()
    const spent = microsOf(() => machine.tell(quote))
    costs[how].push(how === 'plain' ? spent - referee.heldUp() : spent)
    const named = referee.takeJudged()
    judged[how] += named
    if (how === 'armed' && named === 0) idle.push(spent)
    if (how === 'plain') referee.endPlain()
    seen.look()
  }
  return {
    armed: costOf(costs.armed),
    plain: costOf(costs.plain),
    idleMean: mean(idle),
    idleShare: idle.length / costs.armed.length,
    judgedArmed: judged.armed / costs.armed.length,
    judgedPlain: judged.plain / costs.plain.length,
    ...seen.counts(),
  }
}

function microsOf(run: () => void): number {
  const from = process.hrtime.bigint()
  run()
  return Number(process.hrtime.bigint() - from) / 1000
}

function costOf(costs: readonly number[]): Cost {
  const most = costs.reduce((soFar, cost) => Math.max(soFar, cost), 0)
  return { median: median(costs), mean: mean(costs), p99: percentile(costs, 0.99), most }
}

function createSeen(machine: TickMachine) {
  const closedOut = new Set<number>()
  let ended = 0
  let notices = 0
  return {
    look() {
      for (const { effects } of machine.takeEntries()) {
        if (effects?.notice != null) notices += 1
        for (const { endCause, userId } of effects?.orders ?? []) {
          if (endCause !== null) ended += 1
          if (endCause === 'stop_out') closedOut.add(userId)
        }
      }
    },
    counts: () => ({ ended, notices, closedOut: closedOut.size }),
  }
}
