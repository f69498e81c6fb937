import type { TradeAction } from '#web/calls/trading.ts'
import { targetOf } from '#web/trade-actions/action-state.ts'

/** As long as the animation `late-presses` in ui/overlay.css. */
export const doubleTapGuardMs = 400

export type DoubleTapGuard = {
  /** Blocks the same action for `doubleTapGuardMs`. */
  readonly settled: (action: TradeAction) => void
  readonly isBlocked: (action: TradeAction) => boolean
}

/**
 * Ignores the second tap of a double tap on a button whose action has just settled, so that the action is not sent
 * again.
 */
export function createDoubleTapGuard(now: () => number): DoubleTapGuard {
  const settledAtMs = new Map<string, number>()
  function isRecent(atMs: number): boolean {
    const sinceMs = now() - atMs
    return sinceMs >= 0 && sinceMs < doubleTapGuardMs
  }
  return {
    settled(action) {
      for (const [button, atMs] of [...settledAtMs]) if (!isRecent(atMs)) settledAtMs.delete(button)
      settledAtMs.set(buttonOf(action), now())
    },
    isBlocked: (action) => isRecent(settledAtMs.get(buttonOf(action)) ?? Number.NEGATIVE_INFINITY),
  }
}

/** Identifies the button that sends an action. */
function buttonOf(action: TradeAction): string {
  return `${action.kind} ${targetOf(action)}`
}
