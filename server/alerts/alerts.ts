// Entry point of price alerts: set by users, judged by every accepted quote, told by notices.
import { type Refusal, refused } from '#contract/outcome.ts'
import { alertLimits } from '#core/alert/alert.ts'
import { ruleAfterHit } from '#core/alert/alert-rule.ts'
import { type AlertProblem, parseAlert, type TypedAlert } from '#core/alert/parse-alert.ts'
import { dayMs } from '#core/candle/period.ts'
import type { Market } from '#core/market/market.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import { formatPrice, type Price } from '#core/money/amounts.ts'
import { createAlertIndex } from '#server/alerts/alert-index.ts'
import { noticeOf } from '#server/alerts/alert-notice.ts'
import {
  deleteAbandoned,
  deleteAlert,
  insertAlert,
  listAlerts,
  loadActive,
  storeHits,
} from '#server/alerts/alerts-store.ts'
import type { ActiveAlert, Alert, AlertHit } from '#server/alerts/alerts-types.ts'
import { createHitWriter, type HitWriterParts } from '#server/alerts/hit-writer.ts'
import { createQuoteJudge } from '#server/alerts/judge-quotes.ts'
import type { MarketData } from '#server/market-data/market-data.ts'
import type { AddNotices } from '#server/notices/notices.ts'
import type { Clock } from '#server/platform/clock.ts'
import { deleteInBatches } from '#server/platform/delete-in-batches.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { inTransaction, type Pool } from '#server/storage/storage.ts'

export type { Alert } from '#server/alerts/alerts-types.ts'

export type AlertsParts = Omit<HitWriterParts, 'commit' | 'metrics'> & {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'now'>
  readonly metrics: Pick<Metrics, 'alertHits' | 'alertHitsWaiting'>
  readonly marketData: Pick<MarketData, 'view'>
  /** The handler gets every event in order. Returns the unsubscribe function. */
  readonly onMarketEvent: (handler: (event: MarketEvent) => void) => () => void
  /** Called once for each hit, in the transaction that stores it. */
  readonly addNotices: AddNotices
}

export type NewAlertInput = TypedAlert & { readonly marketId: number; readonly repeats: boolean }

export type AddResult = { readonly kind: 'added'; readonly alert: Alert } | Refusal

export type Alerts = {
  /** All active ones, and those hit lately, newest first. */
  readonly list: (userId: number, marketId?: number) => Promise<readonly Alert[]>
  readonly add: (
    user: { readonly userId: number; readonly isDemo: boolean },
    typed: NewAlertInput,
  ) => Promise<AddResult>
  /** False if the user has no such alert. A hit that is not stored yet is not told any more. */
  readonly remove: (userId: number, id: number) => Promise<boolean>
  /** Loads all active alerts and begins to judge them. Call it before the feed starts. */
  readonly start: () => Promise<void>
  /**
   * Deletes active alerts of demo users who were away for 30 days: anyone can open demo accounts, and all share a bound.
   * Looks for them at most once an hour.
   */
  readonly sweep: () => Promise<void>
  /** Call it when the feed has stopped. */
  readonly stop: () => Promise<void>
}

const demoAwayMs = 30 * dayMs
const sweepEveryMs = 3_600_000

/** One process judges the alerts of an installation. */
export function createAlerts(parts: AlertsParts): Alerts {
  const { pool, clock, timers, marketData, metrics } = parts
  const writer = createHitWriter({ ...parts, commit: commitHits })
  const index = createAlertIndex(writer.add)
  const judge = createQuoteJudge(index, timers)
  /** Alerts whose hits are being stored, and that were not removed since. */
  const beingStored = new Set<number>()
  let sweepFromMs = 0
  let unsubscribe = () => {}

  /** The newest quote matters only after a hit. */
  function activate(alert: ActiveAlert): void {
    const { hitMs, marketId } = alert
    index.add(alert, hitMs === undefined ? undefined : marketData.view(marketId)?.quote)
  }

  function marketOf(marketId: number): Market {
    const market = marketData.view(marketId)?.market
    if (market === undefined) throw new Error(`a price alert is in the unknown market ${marketId}`)
    return market
  }

  function forget(id: number): void {
    index.remove(id)
    beingStored.delete(id)
  }

  async function commitHits(hits: readonly AlertHit[]): Promise<void> {
    beingStored.clear()
    for (const { alert } of hits) beingStored.add(alert.id)
    const stored = await inTransaction(pool, async (client) => {
      const isNew = new Map((await storeHits(client, hits)).map((hit) => [hit.id, hit.isNew]))
      const told = hits.filter(({ alert }) => isNew.get(alert.id) === true)
      const notices = told.map((hit) => noticeOf(hit, marketOf(hit.alert.marketId)))
      if (notices.length > 0) await parts.addNotices(client, notices)
      return hits.filter(({ alert }) => isNew.has(alert.id))
    })
    metrics.alertHits.inc({ outcome: 'told' }, stored.length)
    metrics.alertHits.inc({ outcome: 'removed' }, hits.length - stored.length)
    for (const { alert, quote } of stored)
      if (alert.repeats && beingStored.has(alert.id)) activate(afterHit(alert, quote))
  }

  function isFull(isDemo: boolean): boolean {
    const isDemoFull = isDemo && index.demoSize() >= alertLimits.ofDemo
    return isDemoFull || index.size() + writer.waiting() >= alertLimits.inAll
  }

  return {
    list: async (userId, marketId) => await listAlerts(pool, userId, marketId),
    async add({ userId, isDemo }, { marketId, repeats, ...typed }) {
      const view = marketData.view(marketId)
      if (view === undefined) return refused('invalid_input', { field: 'forex_id' })
      const { market, quote } = view
      const parsed = parseAlert(typed, market.pricePrecision, quote?.bid)
      if (!parsed.ok) return refusalOf(parsed.problem, market, quote?.bid)
      if (isFull(isDemo)) return refused('busy')
      const { rule } = parsed
      const createdAt = new Date(clock.now())
      const alert = await insertAlert(pool, { userId, marketId, rule, repeats, createdAt })
      if (alert === undefined)
        return refused('alerts_limit', { figures: { limit: String(alertLimits.perUser) } })
      activate({ id: alert.id, userId, isDemo, marketId, rule, repeats, hits: 0, hitMs: undefined })
      return { kind: 'added', alert }
    },
    async remove(userId, id) {
      const isRemoved = await deleteAlert(pool, userId, id)
      if (isRemoved) forget(id)
      return isRemoved
    },
    async start() {
      await loadActive(pool, activate)
      unsubscribe = parts.onMarketEvent(judge.onMarketEvent)
    },
    async sweep() {
      const nowMs = clock.now()
      if (nowMs < sweepFromMs) return
      await deleteInBatches(async (limit) => {
        const ids = await deleteAbandoned(pool, new Date(nowMs - demoAwayMs), limit)
        for (const id of ids) forget(id)
        return ids.length
      })
      sweepFromMs = nowMs + sweepEveryMs
    },
    async stop() {
      unsubscribe()
      judge.stop()
      await writer.stop()
    },
  }
}

function afterHit(alert: ActiveAlert, { bid, timeMs }: AlertHit['quote']): ActiveAlert {
  return { ...alert, rule: ruleAfterHit(alert.rule, bid), hits: alert.hits + 1, hitMs: timeMs }
}

function refusalOf(problem: AlertProblem, { pricePrecision }: Market, bid: Price | undefined): Refusal {
  switch (problem) {
    case 'invalid_percent':
      return refused('invalid_input', { field: 'percent' })
    case 'no_price':
      return refused('no_price')
    case 'alert_reached':
      return refused('alert_reached', {
        field: 'price',
        ...(bid === undefined ? {} : { figures: { bid: formatPrice(bid, pricePrecision) } }),
      })
    default:
      return refused(problem, { field: 'price' })
  }
}
