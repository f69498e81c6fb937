import { mean, median, percentile } from '#bench/measuring/statistics.ts'
import type { TriggerComparison } from '#bench/ticks/compare-triggers.ts'
import type { QuoteEngine } from '#bench/ticks/quote-engine.ts'
import type { Quote } from '#core/market/quote.ts'

/** Time per quote, in microseconds. */
type Cost = {
  readonly median: number
  readonly mean: number
  readonly p99: number
  readonly max: number
}

export type MeasuredPath = {
  readonly indexed: Cost
  readonly scan: Cost
  /** Quotes for which the indexed triggers select no account: their mean cost, and their share of all quotes. */
  readonly idleMean: number
  readonly idleShare: number
  /** Mean number of accounts evaluated per quote. */
  readonly evaluatedIndexed: number
  readonly evaluatedScan: number
  /** Number of ended orders, and of accounts with a close-out. */
  readonly ended: number
  readonly closedOut: number
  readonly notices: number
}

/** Sends most quotes to the indexed triggers and a few, evenly spread, to the scan triggers. Times each quote. */
export function measurePath(
  engine: QuoteEngine,
  comparison: TriggerComparison,
  quotes: readonly Quote[],
  scanQuotes: number,
): MeasuredPath {
  const costs = { indexed: [] as number[], scan: [] as number[] }
  const evaluated = { indexed: 0, scan: 0 }
  const idle: number[] = []
  const counter = createCounter(engine)
  // Odd, so that the scan triggers do not always get quotes of the same markets.
  const every = Math.floor(quotes.length / scanQuotes) | 1
  comparison.takeEvaluated()
  for (const [at, quote] of quotes.entries()) {
    const triggers = at % every === every - 1 ? 'scan' : 'indexed'
    if (triggers === 'scan') comparison.beginScan()
    const spent = microsOf(() => engine.quote(quote))
    costs[triggers].push(triggers === 'scan' ? spent - comparison.overheadMicros() : spent)
    const count = comparison.takeEvaluated()
    evaluated[triggers] += count
    if (triggers === 'indexed' && count === 0) idle.push(spent)
    if (triggers === 'scan') comparison.endScan()
    counter.collect()
  }
  return {
    indexed: costOf(costs.indexed),
    scan: costOf(costs.scan),
    idleMean: mean(idle),
    idleShare: idle.length / costs.indexed.length,
    evaluatedIndexed: evaluated.indexed / costs.indexed.length,
    evaluatedScan: evaluated.scan / costs.scan.length,
    ...counter.counts(),
  }
}

export function microsOf(run: () => void): number {
  const from = process.hrtime.bigint()
  run()
  return Number(process.hrtime.bigint() - from) / 1000
}

function costOf(costs: readonly number[]): Cost {
  const max = costs.reduce((soFar, cost) => Math.max(soFar, cost), 0)
  return { median: median(costs), mean: mean(costs), p99: percentile(costs, 0.99), max }
}

function createCounter(engine: QuoteEngine) {
  const closedOut = new Set<number>()
  let ended = 0
  let notices = 0
  return {
    collect() {
      for (const { change } of engine.takeEntries()) {
        if (change?.notice != null) notices += 1
        for (const { after } of change?.orders ?? []) {
          const { endCause, userId } = after
          if (endCause !== null) ended += 1
          if (endCause === 'stop_out') closedOut.add(userId)
        }
      }
    },
    counts: () => ({ ended, notices, closedOut: closedOut.size }),
  }
}
