import { type CallFailure, isCallFailure } from '#browser/calls/call-failure.ts'
import type { Call } from '#browser/calls/call-request.ts'
import type { MarketStamp } from '#browser/live/frames.ts'
import type { Timers } from '#browser/platform/timers.ts'
import { codes } from '#contract/envelope.ts'
import { type CompletedAction, sendTradeAction, type TradeAction } from '#web/calls/trading.ts'
import type { SentAction } from '#web/trade-actions/action-state.ts'

/** `unconfirmed`: the action may or may not have been executed. */
export type SendResult =
  | { readonly kind: 'done'; readonly done: CompletedAction }
  | { readonly kind: 'failed'; readonly failure: CallFailure }
  | { readonly kind: 'unconfirmed' }

/** After this long without an answer the action is unconfirmed, and only its outcome is looked up. */
export const answerTimeoutMs = 5_000

/** Adds the newest quote seen at the tap, so that the server can refuse an action that arrives late. */
export function withLastSeen(action: TradeAction, seen: MarketStamp | undefined): TradeAction {
  // A cancellation is never too late, and a reset does not depend on prices.
  if (seen === undefined || action.kind === 'cancel' || action.kind === 'reset') return action
  const input = { ...action.input, seen_seq: seen.quoteSeq, seen_at: seen.nowMs }
  // The compiler cannot tell that the input still belongs to the kind.
  return { ...action, input } as TradeAction
}

/** Sends an action. Call it once per idempotency key. */
export async function sendAction(
  call: Call,
  timers: Timers,
  { key, action }: SentAction,
): Promise<SendResult> {
  const controller = new AbortController()
  const timeOut = () => controller.abort(new DOMException('no answer in time', 'TimeoutError'))
  const cancelDeadline = timers.after(answerTimeoutMs, timeOut)
  try {
    const answer = await sendTradeAction(call, action, { key, signal: controller.signal, quiet: 'shown' })
    // The server's schema for this call guarantees the type. The browser ships no schemas.
    return { kind: 'done', done: { kind: action.kind, answer } as CompletedAction }
  } catch (failure) {
    if (!isCallFailure(failure)) throw failure
    return isDefinite(failure) ? { kind: 'failed', failure } : { kind: 'unconfirmed' }
  } finally {
    cancelDeadline()
  }
}

/**
 * Whether the failure proves that nothing was executed. `busy`, 429 and 999 do: they answer the only request that was
 * sent. A fault may have happened after the change was made.
 */
function isDefinite(failure: CallFailure): boolean {
  switch (failure.kind) {
    case 'refused':
      return failure.code === codes.refused && failure.reason !== 'outcome_unknown'
    case 'tooMany':
    case 'sessionInvalid':
      return true
    default:
      return false
  }
}
