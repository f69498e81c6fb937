import type { AlertRule } from '#core/alert/alert-rule.ts'
import type { Quote } from '#core/market/quote.ts'

/** The quote that hit an alert. */
export type HitQuote = Pick<Quote, 'bid' | 'timeMs' | 'seq'>

/** An alert as it is stored. */
export type Alert = {
  readonly id: number
  readonly marketId: number
  readonly rule: AlertRule
  readonly repeats: boolean
  readonly isActive: boolean
  readonly createdAt: Date
  readonly lastHit: HitQuote | undefined
}

/** An active alert as it is held in memory. */
export type ActiveAlert = Pick<Alert, 'id' | 'marketId' | 'rule' | 'repeats'> & {
  readonly userId: number
  readonly isDemo: boolean
  /** Number of hits so far. A hit is stored only if no other has been since. */
  readonly hits: number
  /** Time of the last hit. */
  readonly hitMs: number | undefined
}

/** An alert that a quote has reached. */
export type AlertHit = { readonly alert: ActiveAlert; readonly quote: HitQuote }
