import type { QuoteBefore } from '#core/decision/command.ts'
import type { Decision, Nothing, Surroundings } from '#core/decision/decision.ts'
import { beginDraft, type Draft, decided } from '#core/decision/draft.ts'
import { fillPending, isReached } from '#core/decision/tick/fill-pending.ts'
import { judgeRisk } from '#core/decision/tick/judge-risk.ts'
import { judgeStops } from '#core/decision/tick/judge-stops.ts'
import { type RiskNow, riskNow } from '#core/decision/tick-needs.ts'
import type { TradingAccount } from '#core/decision/trading-account.ts'
import type { Quote } from '#core/market/quote.ts'
import { reachedStop } from '#core/order/reached.ts'

type Tick = { readonly marketId: number; readonly before: QuoteBefore | null }

const nothing = { kind: 'nothing' } as const
const waiting = { kind: 'nothing', isWaiting: true } as const

function unchangedBy(risk: RiskNow): Nothing {
  if (typeof risk === 'object') return { kind: 'nothing', boardWait: risk }
  return risk === 'waiting' ? waiting : nothing
}

/** Stops first, then the risk of the whole account, then pending orders: each step sees what the one before left. */
export function decideTick(
  account: TradingAccount,
  { marketId, before }: Tick,
  around: Surroundings,
): Decision {
  const { state, quote } = around.board.now(marketId)
  if (state !== 'open' || quote === undefined) return nothing
  // Most quotes change nothing for most accounts.
  const risk = riskNow(account, around.board)
  const unchanged = unchangedBy(risk)
  if (risk !== 'due' && !isTouched(account, quote)) return unchanged
  const draft = beginDraft(account)
  judgeStops(draft, quote, around)
  judgeRisk(draft, quote, around)
  fillPending(draft, quote, before, around)
  return hasChanged(draft, account) ? decided(draft, []) : unchanged
}

function isTouched({ orders }: TradingAccount, quote: Quote): boolean {
  for (const order of orders.values()) {
    if (order.marketId !== quote.marketId) continue
    if (order.status === 'pending' ? isReached(order, quote) : reachedStop(order, quote) !== undefined)
      return true
  }
  return false
}

function hasChanged({ changed, isWarned }: Draft, account: TradingAccount): boolean {
  return changed.size > 0 || isWarned !== account.isWarned
}
