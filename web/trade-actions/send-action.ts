import { codes } from '#contract/envelope.ts'
import { type CallFailure, isCallFailure } from '#web/calls/call-failure.ts'
import type { Call } from '#web/calls/call-request.ts'
import { type CompletedAction, sendTradeAction, type TradeAction } from '#web/calls/trading.ts'
import type { MarketStamp } from '#web/live/frames.ts'
import type { Timers } from '#web/platform/timers.ts'
import type { SentAction } from '#web/trade-actions/action-state.ts'

/** How the one sending of an act went. `unconfirmed`: it may or may not have been done. */
export type SendResult =
  | { readonly kind: 'done'; readonly done: CompletedAction }
  | { readonly kind: 'failed'; readonly failure: CallFailure }
  | { readonly kind: 'unconfirmed' }

/** No answer for so long: the user is told, and from then on only the outcome is asked for. */
export const answerTimeoutMs = 5_000

/** Adds what the user had seen when they tapped, so that the server can refuse an act that reaches it late. */
export function withLastSeen(act: TradeAction, seen: MarketStamp | undefined): TradeAction {
  // A cancellation is never too late, and a reset does not depend on prices.
  if (seen === undefined || act.kind === 'cancel' || act.kind === 'reset') return act
  const input = { ...act.input, seen_seq: seen.quoteSeq, seen_at: seen.nowMs }
  // The compiler cannot tell that the input still belongs to the kind.
  return { ...act, input } as TradeAction
}

/** Sends an act. Call it once for each key. */
export async function sendAction(
  call: Call,
  timers: Timers,
  { key, action: act }: SentAction,
): Promise<SendResult> {
  const controller = new AbortController()
  const late = () => controller.abort(new DOMException('no answer in time', 'TimeoutError'))
  const cancelDeadline = timers.after(answerTimeoutMs, late)
  try {
    const answer = await sendTradeAction(call, act, { key, signal: controller.signal, quiet: 'shown' })
    // The server's schema for this call is what makes this true; the browser carries no schemas.
    return { kind: 'done', done: { kind: act.kind, answer } as CompletedAction }
  } catch (failure) {
    if (!isCallFailure(failure)) throw failure
    return isDefinite(failure) ? { kind: 'failed', failure } : { kind: 'unconfirmed' }
  } finally {
    cancelDeadline()
  }
}

/**
 * Whether the answer says that nothing was done. `busy`, 429 and 999 do: they are about this sending, and there was no
 * other. A fault may have come after the change was made.
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
