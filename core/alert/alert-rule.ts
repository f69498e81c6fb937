// When a price alert is hit, and when a repeating one may be hit again. Alerts are judged by the bid.
import type { AlertCondition } from '#core/alert/alert.ts'
import type { Quote } from '#core/market/quote.ts'
import { type Price, price } from '#core/money/amounts.ts'

export type AlertRule = LevelRule | ChangeRule

type LevelRule = { readonly condition: Exclude<AlertCondition, 'change'>; readonly level: Price }
type ChangeRule = { readonly condition: 'change'; readonly base: Price; readonly hundredths: number }

/** A bid hits the alert from `rises` upwards and from `falls` downwards. An infinity is never reached. */
export type AlertLevels = { readonly rises: number; readonly falls: number }

type Bid = Pick<Quote, 'bid' | 'timeMs'>

/** A repeating alert is not hit again within five minutes, so that a price that wavers at a level does not flood. */
export const quietMs = 300_000

const never: AlertLevels = { rises: Number.POSITIVE_INFINITY, falls: Number.NEGATIVE_INFINITY }

export function alertLevels(rule: AlertRule): AlertLevels {
  if (rule.condition === 'change') {
    const distance = changeDistance(rule)
    return { rises: rule.base + distance, falls: rule.base - distance }
  }
  return rule.condition === 'above' ? { ...never, rises: rule.level } : { ...never, falls: rule.level }
}

/** Where the bid has to go before an alert on a level may be hit again: back across, by one step of the market. */
export function backLevels(rule: AlertRule): AlertLevels {
  if (rule.condition === 'change') return never
  return rule.condition === 'above'
    ? { ...never, falls: rule.level - 1 }
    : { ...never, rises: rule.level + 1 }
}

export function isReached(rule: AlertRule, bid: number): boolean {
  const { rises, falls } = alertLevels(rule)
  return bid >= rises || bid <= falls
}

/**
 * `armed`: the next quote may hit it. `resting`: it was hit less than five minutes before the quote. `crossing`: it
 * waits until the bid is back on the other side of its level.
 */
export type AlertPhase = 'armed' | 'resting' | 'crossing'

/**
 * The phase of an alert after its last hit. `quote` is the newest of its market. An armed alert stays armed until it is
 * hit: until then the bid is on the other side, so the newest quote alone tells the phase after a start, too.
 */
export function alertPhase(rule: AlertRule, hitMs: number | undefined, quote: Bid | undefined): AlertPhase {
  if (hitMs === undefined) return 'armed'
  if (quote === undefined || quote.timeMs < hitMs + quietMs) return 'resting'
  return rule.condition === 'change' || !isReached(rule, quote.bid) ? 'armed' : 'crossing'
}

/** The rule after a hit: a change is measured from the price that hit it. */
export function ruleAfterHit(rule: AlertRule, bid: Price): AlertRule {
  return rule.condition === 'change' ? { ...rule, base: bid } : rule
}

const wholeInHundredths = 10_000

/** The least distance from the base that is at least the percentage of it: rounded up, and exact for every base. */
function changeDistance({ base, hundredths }: ChangeRule): Price {
  const rest = base % wholeInHundredths
  const whole = (base - rest) / wholeInHundredths
  return price(whole * hundredths + Math.ceil((rest * hundredths) / wholeInHundredths))
}
