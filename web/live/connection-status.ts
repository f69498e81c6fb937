import { heartbeatBounds } from '#browser/live/heartbeat.ts'
import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import { dayMarketTopic } from '#contract/live.ts'
import type { Live, LiveSignal } from '#web/live/live.ts'

/**
 * Whether an order could be sent now on current prices. `opening`: the first quotes have not arrived yet, so order
 * buttons are blocked, but no warning is shown.
 */
export type ConnectionStatus = 'opening' | 'up' | 'gone'

export type ConnectionStatusStore = ReadableStore<ConnectionStatus> & {
  /** When the last frame of quotes was received. */
  readonly quotesAtMs: () => number | undefined
}

export type ConnectionMonitorParts = {
  readonly live: Pick<Live, 'state' | 'onSignal' | 'hasSubscriber' | 'wake'>
  readonly timers: Timers
  readonly now: () => number
  /** `navigator.onLine` in the real app. */
  readonly isOnline: () => boolean
}

export type ConnectionMonitor = ConnectionStatusStore & {
  /** A call failed on the network. */
  readonly callFailed: () => void
  /** The browser went online or offline. */
  readonly networkChanged: () => void
  /** The page is visible again. Its timers may have been suspended. */
  readonly pageShown: () => void
}

export const connectionStatusBounds = {
  /** An `opening` connection counts as gone if no quotes arrive within this time. */
  openingMs: 3_000,
  /**
   * When the page becomes visible again, prices count as current if the server sent something within this time. Pings
   * are sent every 5 s.
   */
  silentMs: 7_500,
} as const

/**
 * The status is `gone` as soon as the socket closes, the browser goes offline, a call fails on the network, or a ping
 * is missed. It is `up` again with the first quotes on a new connection, or with a pong if the socket stayed up.
 */
export function createConnectionMonitor({
  live,
  timers,
  now,
  isOnline,
}: ConnectionMonitorParts): ConnectionMonitor {
  const status = createValueStore<ConnectionStatus>(isOnline() ? 'opening' : 'gone')
  /** Quotes were received on this connection since they were requested. */
  let hasQuotes = false
  /** Something has failed since the last quotes or pong. */
  let isSuspect = false
  let receivedAtMs: number | undefined
  let quotesAtMs: number | undefined
  let cancelOpening: CancelTimer | undefined
  if (isOnline()) cancelOpening = timers.after(connectionStatusBounds.openingMs, setGone)

  function setStatus(next: ConnectionStatus): void {
    cancelOpening?.()
    cancelOpening = undefined
    status.set(next)
  }
  function setGone(): void {
    setStatus('gone')
  }
  function setSuspect(): void {
    isSuspect = true
    setGone()
  }
  function setUpIfCurrent(): void {
    // A page that shows no quotes does not wait for any.
    const isCurrent = hasQuotes || !live.hasSubscriber(dayMarketTopic)
    if (live.state.getSnapshot() === 'up' && isOnline() && !isSuspect && isCurrent) setStatus('up')
  }
  function quotesRequested(): void {
    hasQuotes = false
    if (status.getSnapshot() !== 'up') return
    setStatus('opening')
    cancelOpening = timers.after(connectionStatusBounds.openingMs, setGone)
  }
  function received(signal: 'quotes' | 'pong'): void {
    receivedAtMs = now()
    isSuspect = false
    if (signal === 'quotes') {
      hasQuotes = true
      quotesAtMs = receivedAtMs
    }
    setUpIfCurrent()
  }
  function isSilentFor(minMs: number): boolean {
    return receivedAtMs !== undefined && now() - receivedAtMs >= minMs
  }
  function handle(signal: LiveSignal): void {
    if (signal === 'quotes_requested') quotesRequested()
    else if (signal !== 'ping_missed') received(signal)
    // Recent quotes prove that the server is reachable despite a missed ping.
    else if (isSilentFor(heartbeatBounds.pingEveryMs)) setSuspect()
  }
  live.onSignal(handle)
  live.state.subscribe(() => {
    if (live.state.getSnapshot() === 'up') {
      receivedAtMs = now()
      return setUpIfCurrent()
    }
    hasQuotes = false
    isSuspect = false
    // Until the first connection is up, the status stays `opening`.
    if (receivedAtMs !== undefined) setGone()
  })
  return {
    getSnapshot: status.getSnapshot,
    subscribe: status.subscribe,
    quotesAtMs: () => quotesAtMs,
    callFailed() {
      setSuspect()
      live.wake()
    },
    networkChanged() {
      if (isOnline()) live.wake()
      else setSuspect()
    },
    pageShown() {
      if (isSilentFor(connectionStatusBounds.silentMs)) setSuspect()
      live.wake()
    },
  }
}
