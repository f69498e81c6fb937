// Measures quotes with and without price alerts, in a process of its own. Each quote is timed in one of the two ways.
import { mean, median, percentile } from '#bench/measuring/statistics.ts'
import { microsOf } from '#bench/ticks/measure-path.ts'
import { populate } from '#bench/ticks/population.ts'
import { boardAt, createQuoteEngine } from '#bench/ticks/quote-engine.ts'
import { standingAlerts } from '#bench/ticks/standing-alerts.ts'
import { createTickPath, pathLength } from '#bench/ticks/tick-path.ts'
import { ruleAfterHit } from '#core/alert/alert-rule.ts'
import type { Quote } from '#core/market/quote.ts'
import { createAlertIndex } from '#server/alerts/alert-index.ts'
import type { AlertHit } from '#server/alerts/alerts-types.ts'
import { createQuoteJudge } from '#server/alerts/judge-quotes.ts'
import { createIndexedTriggers } from '#server/engine/triggers/indexed-triggers.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { createSeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

/** Time per quote, in microseconds. The slowest hundredth is not in the mean: in it the process may have waited. */
type AlertCost = { readonly median: number; readonly mean: number; readonly p99: number }

export type MeasuredAlerts = {
  readonly alerts: number
  readonly positions: number
  readonly without: AlertCost
  readonly with: AlertCost
  /** Alerts hit by the measured quotes. */
  readonly hits: number
}

const seed = 1
/** Few, because the fewer positions there are, the larger is the share of alerts in the cost of a quote. */
const positions = 10_000
const alerts = 50_000

const path = createTickPath(pathLength)
const engine = createQuoteEngine(path.first, createIndexedTriggers)
await engine.load(populate(boardAt(path.first), positions, seed))
const hits: AlertHit[] = []
const index = createAlertIndex((hit) => hits.push(hit))
for (const alert of standingAlerts(path.first, alerts, seed)) index.add(alert, undefined)
const judge = createQuoteJudge(index, systemTimers)
const random = createSeededRandom(seed)

run(path.start)
const measured: MeasuredAlerts = { alerts, positions, ...run(path.calm) }
process.send?.(measured)

function run(quotes: readonly Quote[]): Pick<MeasuredAlerts, 'with' | 'without' | 'hits'> {
  const costs = { with: [] as number[], without: [] as number[] }
  let hit = 0
  for (const quote of quotes) {
    const event = { kind: 'quote', ...quote } as const
    if (random.chance(0.5)) {
      costs.without.push(microsOf(() => engine.quote(quote)))
      judge.onMarketEvent(event)
    } else
      costs.with.push(
        microsOf(() => {
          engine.quote(quote)
          judge.onMarketEvent(event)
        }),
      )
    hit += hits.length
    storeHits()
    engine.takeEntries()
  }
  return { with: costOf(costs.with), without: costOf(costs.without), hits: hit }
}

function costOf(costs: readonly number[]): AlertCost {
  const p99 = percentile(costs, 0.99)
  return { median: median(costs), mean: mean(costs.filter((cost) => cost < p99)), p99 }
}

/** As after the commit of the hits: those that repeat are active again. */
function storeHits(): void {
  for (const { alert, quote } of hits.splice(0)) {
    const rule = ruleAfterHit(alert.rule, quote.bid)
    if (alert.repeats) index.add({ ...alert, rule, hits: alert.hits + 1, hitMs: quote.timeMs }, undefined)
  }
}
