import { dayMarketTopic } from '#contract/live.ts'
import type { Connection } from '#web/live/connection.ts'
import type { MarketStamp, ServerFrame } from '#web/live/frames.ts'
import { createListeners, type Listener } from '#web/live/listeners.ts'
import {
  createReconnectingConnection,
  type LiveState,
  type ReconnectParts,
} from '#web/live/reconnecting-connection.ts'
import { createServerSync, type ServerSync } from '#web/live/server-sync.ts'
import { createTopics, type Push } from '#web/live/topics.ts'
import type { ReadableStore } from '#web/platform/value-store.ts'

export type LiveParts = ReconnectParts & {
  readonly token: () => string | undefined
  /** Resets the session and leads to the login; afterwards `token` gives none and `sessionChanged` is called. */
  readonly sessionInvalid: () => void
  /** A handler threw. Connection errors are never reported: the state is their only sign. */
  readonly reportError: (error: unknown) => void
}

/**
 * Events that show how current the quotes are: `DAY_MARKET` was asked for on this connection, a frame of it was received,
 * a ping was answered, or one was not answered in time.
 */
export type LiveSignal = 'asked' | 'quotes' | 'pong' | 'missed'

export type Live = {
  readonly state: ReadableStore<LiveState>
  /** Called on every navigation: connects when down, also during a wait; costs nothing when up. */
  readonly ensureConnected: () => void
  /** The network or the page came back: connects at once when waiting, and asks for a sign of life when up. */
  readonly wake: () => void
  /** Each push goes to every subscriber; what is known already comes first, as a snapshot. Returns the way out. */
  readonly subscribe: <Data>(topic: string, handler: (push: Push<Data>) => void) => () => void
  /**
   * How current the market on this page is: the newest `QuoteSeq` and server time received, on any connection.
   * Undefined before the first. Taken when the user taps, it says what the user had seen.
   */
  readonly lastSeen: () => MarketStamp | undefined
  /** Signs of the present connection. What a late subscriber is given from memory is none. Returns the way out. */
  readonly onSignal: (handler: (sign: LiveSignal) => void) => () => void
  /** Whether a topic has a subscriber. */
  readonly hasSubscriber: (topic: string) => boolean
  /** Called whenever the token may have changed. */
  readonly sessionChanged: () => void
  /** Called after each connection but the first: what was fetched meanwhile may be old. Returns the way out. */
  readonly onReconnect: (handler: () => void) => () => void
  /** Leaves no timer and no socket. Subscriptions stay; `ensureUp` starts again. */
  readonly stop: () => void
}

export function createLive(parts: LiveParts): Live {
  const topics = createTopics({ changed: settleSoon, reportError: parts.reportError })
  const lastSeen = createLastSeen()
  const signs = createListeners<LiveSignal>(parts.reportError)
  const kept = createReconnectingConnection(parts, {
    up,
    pong: alive,
    pingMissed: () => signs.notify('missed'),
    frame,
    down,
  })
  const reconnects = createListeners<void>(parts.reportError)
  let conversation: ServerSync | undefined
  let beenUp = false
  let settling = false
  let owner = parts.token()
  let refused: string | undefined

  function up(connection: Connection): void {
    const { wanted, deliver } = topics
    conversation = createServerSync({
      connection,
      timers: parts.timers,
      token,
      wantedTopics: wanted,
      topicRequested: (topic) => (topic === dayMarketTopic ? signs.notify('asked') : undefined),
      deliver,
      sessionEnded,
    })
    conversation.sync()
    if (beenUp) reconnects.notify()
    beenUp = true
  }
  function alive(stamp: MarketStamp | undefined): void {
    lastSeen.update(stamp)
    signs.notify('pong')
  }
  function frame(received: Exclude<ServerFrame, { kind: 'pong' }>): void {
    if (received.kind === 'push') lastSeen.update(received.stamp)
    conversation?.receive(received)
    // After the quotes were delivered: an order button comes back with the new price already on it.
    if (received.kind === 'push' && received.topic === dayMarketTopic) signs.notify('quotes')
  }
  function down(): void {
    conversation?.end()
    conversation = undefined
  }
  /** Once per tick, so that a screen that leaves and one that comes with the same topic cost nothing. */
  function settleSoon(): void {
    if (settling) return
    settling = true
    queueMicrotask(() => {
      settling = false
      conversation?.sync()
      topics.removeUnused()
    })
  }
  /** A token that was refused is not shown again, so that one ending is told once. */
  function token(): string | undefined {
    const now = parts.token()
    return now === refused ? undefined : now
  }
  function sessionEnded(ended: string): void {
    topics.clearPrivate()
    refused = ended
    if (parts.token() === ended) parts.sessionInvalid()
  }
  return {
    ...kept,
    // The topic's schema on the server is what makes this true; the browser carries no schemas.
    subscribe: (topic, handler) =>
      topics.add(topic, (push) => handler(push as Parameters<typeof handler>[0])),
    lastSeen: lastSeen.get,
    onSignal: (handler) => leaving(signs.add(handler)),
    hasSubscriber: (topic) => topics.wanted().includes(topic),
    sessionChanged() {
      if (parts.token() !== owner) topics.clearPrivate()
      owner = parts.token()
      settleSoon()
    },
    onReconnect: (handler) => leaving(reconnects.add(handler)),
  }
}

function leaving({ remove: leave }: Pick<Listener<never>, 'remove'>): () => void {
  return () => {
    leave()
  }
}

type LastSeen = {
  readonly update: (stamp: MarketStamp | undefined) => void
  readonly get: () => MarketStamp | undefined
}

/**
 * The newest stamp received by this page, over all its connections. It never goes back: after a reconnect the first
 * pongs may carry a `QuoteSeq` of 0, but the quotes on the screen are still those of the earlier one.
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
