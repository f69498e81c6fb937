import {
  type Connection,
  type ConnectionEvents,
  createConnection,
  type LiveSocket,
} from '#web/live/connection.ts'
import type { MarketStamp } from '#web/live/frames.ts'
import { fullJitterMs } from '#web/platform/full-jitter.ts'
import type { CancelTimer, Timers } from '#web/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'

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

export const reconnectBackoff = { baseMs: 500, capMs: 15_000 } as const

/** Keeps one connection up from the first `ensureUp` to `stop`, with a growing, jittered wait between failures. */
export function createReconnectingConnection(
  parts: ReconnectParts,
  tell: ReconnectEvents,
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
      const events = { ...tell, up, pong: alive, down: retryLater }
      connection = createConnection(socket, parts.timers, events)
      state.set('connecting')
    }
  }
  function up(): void {
    state.set('up')
    // A listener may have stopped it.
    if (connection !== undefined) tell.up(connection)
  }
  /** An answered ping, not a mere opening, is what makes a connection a good one: a server may accept and then drop. */
  function alive(stamp: MarketStamp | undefined): void {
    failures = 0
    tell.pong(stamp)
  }
  function retryLater(): void {
    connection = undefined
    cancelRetry = parts.timers.after(fullJitterMs(failures, parts.random, reconnectBackoff), connect)
    failures += 1
    tell.down()
    // Last, because a listener may ask for the connection at once.
    state.set('down')
  }
  const isDown = () => state.getSnapshot() === 'down'
  return {
    state,
    ensureConnected: () => (isDown() ? connect() : undefined),
    wake() {
      // Before the first `ensureUp` and after `stop` there is nothing to wake.
      if (cancelRetry !== undefined) connect()
      else if (state.getSnapshot() === 'up') connection?.check()
    },
    stop() {
      cancelRetry?.()
      cancelRetry = undefined
      failures = 0
      connection?.close()
      connection = undefined
      tell.down()
      state.set('down')
    },
  }
}

/** A browser throws on an address it does not like; for us that is one more failed try, and as silent. */
function tryOpenSocket({ openSocket, url }: ReconnectParts): LiveSocket | undefined {
  try {
    return openSocket(url())
  } catch {
    return undefined
  }
}
