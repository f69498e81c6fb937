import {
  type Connection,
  type ConnectionEvents,
  createConnection,
  type LiveSocket,
} from '#browser/live/connection.ts'
import type { MarketStamp } from '#browser/live/frames.ts'
import { fullJitterMs } from '#browser/platform/full-jitter.ts'
import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'

export type LiveState = 'down' | 'connecting' | 'up'

export type ReconnectParts = {
  readonly url: () => string
  readonly openSocket: (url: string) => LiveSocket
  readonly timers: Timers
  readonly random: () => number
}

export type ReconnectingConnection = {
  readonly state: ReadableStore<LiveState>
  readonly ensureConnected: () => void
  readonly wake: () => void
  readonly stop: () => void
}

export type ReconnectEvents = Pick<ConnectionEvents, 'pong' | 'pingMissed' | 'frame' | 'down'> & {
  readonly up: (connection: Connection) => void
}

const reconnectBackoff = { baseMs: 500, capMs: 15_000 } as const

/** Keeps one connection up from the first `ensureConnected` until `stop`, with jittered backoff between failures. */
export function createReconnectingConnection(
  parts: ReconnectParts,
  events: ReconnectEvents,
): ReconnectingConnection {
  const state = createValueStore<LiveState>('down')
  let connection: Connection | undefined
  let cancelRetry: CancelTimer | undefined
  let failures = 0

  function connect(): void {
    cancelRetry?.()
    cancelRetry = undefined
    const socket = tryOpenSocket(parts)
    if (socket === undefined) retryLater()
    else {
      connection = createConnection(socket, parts.timers, { ...events, up, pong, down: retryLater })
      state.set('connecting')
    }
  }
  function up(): void {
    state.set('up')
    // A state listener may have called `stop`.
    if (connection !== undefined) events.up(connection)
  }
  /** Only a pong resets the backoff: a server may accept a connection and then drop it. */
  function pong(stamp: MarketStamp | undefined): void {
    failures = 0
    events.pong(stamp)
  }
  function retryLater(): void {
    connection = undefined
    cancelRetry = parts.timers.after(fullJitterMs(failures, parts.random, reconnectBackoff), connect)
    failures += 1
    events.down()
    // Last, because a listener may reconnect at once.
    state.set('down')
  }
  const isDown = () => state.getSnapshot() === 'down'
  return {
    state,
    ensureConnected: () => (isDown() ? connect() : undefined),
    wake() {
      // Does nothing before the first `ensureConnected` and after `stop`.
      if (cancelRetry !== undefined) connect()
      else if (state.getSnapshot() === 'up') connection?.check()
    },
    stop() {
      cancelRetry?.()
      cancelRetry = undefined
      failures = 0
      connection?.close()
      connection = undefined
      events.down()
      state.set('down')
    },
  }
}

/** Undefined if the browser rejects the URL, which counts as a failed attempt. */
function tryOpenSocket({ openSocket, url }: ReconnectParts): LiveSocket | undefined {
  try {
    return openSocket(url())
  } catch {
    return undefined
  }
}
