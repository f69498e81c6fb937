import { dayMarketTopic } from '#contract/live.ts'
import type { Connection } from '#web/live/connection.ts'
import type { ServerFrame, Stamp } from '#web/live/frames.ts'
import { createHandlers, type Member } from '#web/live/listeners.ts'
import { type KeepConnectedParts, keepConnected, type LiveState } from '#web/live/reconnecting-connection.ts'
import { type Conversation, createConversation } from '#web/live/server-sync.ts'
import { createTopics, type Push } from '#web/live/topics.ts'
import type { ReadableStore } from '#web/platform/value-store.ts'

export type LiveParts = KeepConnectedParts & {
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
export type LiveSign = 'asked' | 'quotes' | 'pong' | 'missed'

export type Live = {
  readonly state: ReadableStore<LiveState>
  /** Called on every navigation: connects when down, also during a wait; costs nothing when up. */
  readonly ensureUp: () => void
  /** The network or the page came back: connects at once when waiting, and asks for a sign of life when up. */
  readonly wake: () => void
  /** Each push goes to every subscriber; what is known already comes first, as a snapshot. Returns the way out. */
  readonly subscribe: <Data>(topic: string, handler: (push: Push<Data>) => void) => () => void
  /**
   * How current the market on this page is: the newest `QuoteSeq` and server time received, on any connection.
   * Undefined before the first. Taken when the user taps, it says what the user had seen.
   */
  readonly lastSeen: () => Stamp | undefined
  /** Signs of the present connection. What a late subscriber is given from memory is none. Returns the way out. */
  readonly onSign: (handler: (sign: LiveSign) => void) => () => void
  /** Whether a topic has a subscriber. */
  readonly isWanted: (topic: string) => boolean
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
  const signs = createHandlers<LiveSign>(parts.reportError)
  const kept = keepConnected(parts, { up, alive, missed: () => signs.tell('missed'), frame, down })
  const reconnects = createHandlers<void>(parts.reportError)
  let conversation: Conversation | undefined
  let beenUp = false
  let settling = false
  let owner = parts.token()
  let refused: string | undefined

  function up(connection: Connection): void {
    const { wanted, deliver } = topics
    conversation = createConversation({
      connection,
      timers: parts.timers,
      token,
      wanted,
      asked: (topic) => (topic === dayMarketTopic ? signs.tell('asked') : undefined),
      deliver,
      sessionEnded,
    })
    conversation.settle()
    if (beenUp) reconnects.tell()
    beenUp = true
  }
  function alive(stamp: Stamp | undefined): void {
    lastSeen.take(stamp)
    signs.tell('pong')
  }
  function frame(received: Exclude<ServerFrame, { kind: 'pong' }>): void {
    if (received.kind === 'push') lastSeen.take(received.stamp)
    conversation?.hear(received)
    // After the quotes were delivered: an order button comes back with the new price already on it.
    if (received.kind === 'push' && received.topic === dayMarketTopic) signs.tell('quotes')
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
      conversation?.settle()
      topics.sweep()
    })
  }
  /** A token that was refused is not shown again, so that one ending is told once. */
  function token(): string | undefined {
    const now = parts.token()
    return now === refused ? undefined : now
  }
  function sessionEnded(ended: string): void {
    topics.forgetPrivate()
    refused = ended
    if (parts.token() === ended) parts.sessionInvalid()
  }
  return {
    ...kept,
    // The topic's schema on the server is what makes this true; the browser carries no schemas.
    subscribe: (topic, handler) =>
      topics.add(topic, (push) => handler(push as Parameters<typeof handler>[0])),
    lastSeen: lastSeen.get,
    onSign: (handler) => leaving(signs.add(handler)),
    isWanted: (topic) => topics.wanted().includes(topic),
    sessionChanged() {
      if (parts.token() !== owner) topics.forgetPrivate()
      owner = parts.token()
      settleSoon()
    },
    onReconnect: (handler) => leaving(reconnects.add(handler)),
  }
}

function leaving({ leave }: Pick<Member<never>, 'leave'>): () => void {
  return () => {
    leave()
  }
}

type LastSeen = {
  readonly take: (stamp: Stamp | undefined) => void
  readonly get: () => Stamp | undefined
}

/**
 * The newest stamp received by this page, over all its connections. It never goes back: after a reconnect the first
 * pongs may carry a `QuoteSeq` of 0, but the quotes on the screen are still those of the earlier one.
 */
function createLastSeen(): LastSeen {
  let newest: Stamp | undefined
  return {
    take(stamp) {
      if (stamp === undefined) return
      newest = {
        quoteSeq: Math.max(stamp.quoteSeq, newest?.quoteSeq ?? 0),
        nowMs: Math.max(stamp.nowMs, newest?.nowMs ?? 0),
      }
    },
    get: () => newest,
  }
}
