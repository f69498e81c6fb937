import type { Connection } from '#browser/live/connection.ts'
import type { MarketStamp, ServerFrame } from '#browser/live/frames.ts'
import { createListeners, type Listener } from '#browser/live/listeners.ts'
import {
  createReconnectingConnection,
  type LiveState,
  type ReconnectParts,
} from '#browser/live/reconnecting-connection.ts'
import type { ReadableStore } from '#browser/platform/value-store.ts'
import { dayMarketTopic, supportTopic } from '#contract/live.ts'
import { createServerSync, type Login, type ServerSync } from '#web/live/server-sync.ts'
import { createTopics, type Push } from '#web/live/topics.ts'

export type LiveParts = ReconnectParts & {
  readonly token: () => string | undefined
  /** Clears the session and redirects to the login. Afterwards `token` is undefined and `sessionChanged` is called. */
  readonly sessionInvalid: () => void
  /** Token of a visitor's support thread. Used without a session, while `SUPPORT` has a subscriber. */
  readonly thread?: () => string | undefined
  /** The support thread was claimed or deleted. */
  readonly threadEnded?: (thread: string) => void
  /** A handler threw. Connection errors are not reported: `state` shows them. */
  readonly reportError: (error: unknown) => void
}

/** Signals that tell how current the quotes are. `quotes_requested`: this connection has subscribed to DAY_MARKET. */
export type LiveSignal = 'quotes_requested' | 'quotes' | 'pong' | 'ping_missed'

/** The live connection of the app. Functions that register a handler return a function that removes it. */
export type Live = {
  readonly state: ReadableStore<LiveState>
  /** Connects at once if down, even during the backoff. Called on every navigation. */
  readonly ensureConnected: () => void
  /** The network or the page is back: connects at once if down, checks the connection if up. */
  readonly wake: () => void
  /** The handler receives the cached state as a snapshot, then every push of the topic. */
  readonly subscribe: <Data>(topic: string, handler: (push: Push<Data>) => void) => () => void
  /**
   * The newest `QuoteSeq` and server time received on any connection; undefined before the first. Read at a tap, it
   * tells which quotes the user had seen.
   */
  readonly lastSeen: () => MarketStamp | undefined
  /** Signals of the current connection. Snapshots from the cache cause none. */
  readonly onSignal: (handler: (signal: LiveSignal) => void) => () => void
  readonly hasSubscriber: (topic: string) => boolean
  /** Call it whenever the session, or the thread of the visitor, may have changed. */
  readonly sessionChanged: () => void
  /** Called after every connection but the first: data fetched before may be outdated. */
  readonly onReconnect: (handler: () => void) => () => void
  /** Closes the socket and cancels all timers. Subscriptions stay for the next `ensureConnected`. */
  readonly stop: () => void
}

export function createLive(parts: LiveParts): Live {
  const topics = createTopics({ changed: syncSoon, reportError: parts.reportError })
  const lastSeen = createLastSeen()
  const signals = createListeners<LiveSignal>(parts.reportError)
  const connection = createReconnectingConnection(parts, {
    up,
    pong,
    pingMissed: () => signals.notify('ping_missed'),
    frame,
    down,
  })
  const reconnects = createListeners<void>(parts.reportError)
  let serverSync: ServerSync | undefined
  let hasBeenUp = false
  let isSyncScheduled = false
  const identity = () => parts.token() ?? parts.thread?.()
  let lastIdentity = identity()
  let refusedToken: string | undefined

  function up(opened: Connection): void {
    serverSync = createServerSync({
      connection: opened,
      timers: parts.timers,
      login,
      wantedTopics: topics.wanted,
      topicRequested: (topic) => (topic === dayMarketTopic ? signals.notify('quotes_requested') : undefined),
      deliver: topics.deliver,
      loginEnded,
    })
    serverSync.sync()
    if (hasBeenUp) reconnects.notify()
    hasBeenUp = true
  }
  function pong(stamp: MarketStamp | undefined): void {
    lastSeen.update(stamp)
    signals.notify('pong')
  }
  function frame(received: Exclude<ServerFrame, { kind: 'pong' }>): void {
    if (received.kind === 'push') lastSeen.update(received.stamp)
    serverSync?.receive(received)
    // After delivery, so that order buttons are enabled with the new price already on them.
    if (received.kind === 'push' && received.topic === dayMarketTopic) signals.notify('quotes')
  }
  function down(): void {
    serverSync?.end()
    serverSync = undefined
  }
  /** Syncs later and once, so that nothing is sent if one screen closes and another opens with the same topic. */
  function syncSoon(): void {
    if (isSyncScheduled) return
    isSyncScheduled = true
    queueMicrotask(() => {
      isSyncScheduled = false
      serverSync?.sync()
      topics.removeUnused()
    })
  }
  /** Hides a refused token, so that it is not sent again and the end of its session is reported once. */
  function login(): Login | undefined {
    const token = parts.token()
    const thread = topics.wanted().includes(supportTopic) ? parts.thread?.() : undefined
    const current = token ?? thread
    if (current === undefined || current === refusedToken) return undefined
    return { kind: token === undefined ? 'thread' : 'session', token: current }
  }
  function loginEnded({ kind, token }: Login): void {
    topics.clearPrivate()
    refusedToken = token
    if (kind === 'thread') parts.threadEnded?.(token)
    else if (parts.token() === token) parts.sessionInvalid()
  }
  return {
    ...connection,
    // The server's schema for the topic guarantees the type. The browser ships no schemas.
    subscribe: (topic, handler) =>
      topics.subscribe(topic, (push) => handler(push as Parameters<typeof handler>[0])),
    lastSeen: lastSeen.get,
    onSignal: (handler) => removalOf(signals.add(handler)),
    hasSubscriber: (topic) => topics.wanted().includes(topic),
    sessionChanged() {
      if (identity() !== lastIdentity) topics.clearPrivate()
      lastIdentity = identity()
      syncSoon()
    },
    onReconnect: (handler) => removalOf(reconnects.add(handler)),
  }
}

function removalOf({ remove }: Pick<Listener<never>, 'remove'>): () => void {
  return () => {
    remove()
  }
}

type LastSeen = {
  readonly update: (stamp: MarketStamp | undefined) => void
  readonly get: () => MarketStamp | undefined
}

/**
 * The newest stamp over all connections of this page. It never goes back: after a reconnect the first pongs may carry a
 * `QuoteSeq` of 0, while the screen still shows earlier quotes.
 */
function createLastSeen(): LastSeen {
  let newest: MarketStamp | undefined
  return {
    update(stamp) {
      if (stamp === undefined) return
      newest = {
        quoteSeq: Math.max(stamp.quoteSeq, newest?.quoteSeq ?? 0),
        nowMs: Math.max(stamp.nowMs, newest?.nowMs ?? 0),
      }
    },
    get: () => newest,
  }
}
