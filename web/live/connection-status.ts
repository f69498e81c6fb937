import { dayMarketTopic } from '#contract/live.ts'
import { heartbeatBounds } from '#web/live/heartbeat.ts'
import type { Live, LiveSignal } from '#web/live/live.ts'
import type { CancelTimer, Timers } from '#web/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'

/**
 * Whether an order could be sent now, on prices that are current. `opening`: the first quotes are on their way, so order
 * buttons are blocked, but there is no reason to warn anyone yet.
 */
export type ConnectionStatus = 'opening' | 'up' | 'gone'

export type ConnectionStatusStore = ReadableStore<ConnectionStatus> & {
  /** When the last frame of quotes was received, by the clock handed in. */
  readonly quotesAtMs: () => number | undefined
}

export type ConnectionMonitorParts = {
  readonly live: Pick<Live, 'state' | 'onSignal' | 'hasSubscriber' | 'wake'>
  readonly timers: Timers
  readonly now: () => number
  /** What the browser says of its network. */
  readonly isOnline: () => boolean
}

export type ConnectionMonitor = ConnectionStatusStore & {
  /** A call failed on the network. */
  readonly callFailed: () => void
  /** The browser went on or off the network. */
  readonly networkChanged: () => void
  /** The page can be seen again. Its timers may have stood still meanwhile. */
  readonly pageShown: () => void
}

export const connectionStatusBounds = {
  /** How long the first quotes may take before the line counts as gone. */
  openingMs: 3_000,
  /** A page that comes back is current if it has heard from the server within this time. Pings go out every 5 s. */
  silentMs: 7_500,
} as const

/**
 * The line is gone at once when the socket closes, the browser goes offline, a call fails on the network or a ping is
 * not answered. It is up again after the first quotes on the connection, or a pong if the socket had stayed up.
 */
export function createConnectionMonitor({
  live,
  timers,
  now,
  isOnline,
}: ConnectionMonitorParts): ConnectionMonitor {
  const state = createValueStore<ConnectionStatus>(isOnline() ? 'opening' : 'gone')
  /** Received on this connection since they were asked for. */
  let hasQuotes = false
  /** Set while something has failed since the last sign of life. */
  let isDoubted = false
  let heardAtMs: number | undefined
  let quotesAtMs: number | undefined
  let cancelOpening: CancelTimer | undefined
  if (isOnline()) cancelOpening = timers.after(connectionStatusBounds.openingMs, lose)

  function change(next: ConnectionStatus): void {
    cancelOpening?.()
    cancelOpening = undefined
    state.set(next)
  }
  function lose(): void {
    change('gone')
  }
  function doubt(): void {
    isDoubted = true
    lose()
  }
  function raise(): void {
    // A page that follows no quotes has none to wait for.
    const isCurrent = hasQuotes || !live.hasSubscriber(dayMarketTopic)
    if (live.state.getSnapshot() === 'up' && isOnline() && !isDoubted && isCurrent) change('up')
  }
  function quotesAsked(): void {
    hasQuotes = false
    if (state.getSnapshot() !== 'up') return
    change('opening')
    cancelOpening = timers.after(connectionStatusBounds.openingMs, lose)
  }
  function heard(sign: 'quotes' | 'pong'): void {
    heardAtMs = now()
    isDoubted = false
    if (sign === 'quotes') {
      hasQuotes = true
      quotesAtMs = heardAtMs
    }
    raise()
  }
  function isSilentFor(atLeastMs: number): boolean {
    return heardAtMs !== undefined && now() - heardAtMs >= atLeastMs
  }
  function take(sign: LiveSignal): void {
    if (sign === 'asked') quotesAsked()
    else if (sign !== 'missed') heard(sign)
    // Quotes that flow show that the server is there.
    else if (isSilentFor(heartbeatBounds.pingEveryMs)) doubt()
  }
  live.onSignal(take)
  live.state.subscribe(() => {
    if (live.state.getSnapshot() === 'up') {
      heardAtMs = now()
      return raise()
    }
    hasQuotes = false
    isDoubted = false
    // Before that the page is still making its first connection.
    if (heardAtMs !== undefined) lose()
  })
  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    quotesAtMs: () => quotesAtMs,
    callFailed() {
      doubt()
      live.wake()
    },
    networkChanged() {
      if (isOnline()) live.wake()
      else doubt()
    },
    pageShown() {
      if (isSilentFor(connectionStatusBounds.silentMs)) doubt()
      live.wake()
    },
  }
}
