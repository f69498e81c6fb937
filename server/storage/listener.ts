import type { Client, ClientConfig } from 'pg'
import type { Log } from '#server/platform/log.ts'
import { connectClient } from '#server/storage/database-connection.ts'
import { faultOf } from '#server/storage/error-info.ts'
import { askOne, listenOn } from '#server/storage/session-store.ts'
import { within } from '#server/storage/wait.ts'

export type ListenHandlers = {
  readonly onMessage: (payload: string) => void
  /** What was sent while the connection was down is lost: read again whatever the messages were about. */
  readonly onReconnect: () => void
}

/** Ends with the returned function. Never fails: while the connection is down, listening begins when it is back. */
export type Listen = (channel: string, handlers: ListenHandlers) => Promise<() => void>

export type Listener = {
  readonly listen: Listen
  readonly stop: () => Promise<void>
}

const firstRetryMs = 50
const longestRetryMs = 5000
const heartbeatMs = 15_000
const answerWithinMs = 5000

/** One session of its own for everything that is listened to. */
export async function createListener(config: ClientConfig, log: Log): Promise<Listener> {
  const handlers = new Map<string, Set<ListenHandlers>>()
  let client: Client | undefined
  let retry: NodeJS.Timeout | undefined
  let retryMs = firstRetryMs
  let stopped = false

  async function connect(): Promise<void> {
    const fresh = await connectClient({ ...config, query_timeout: answerWithinMs })
    fresh.once('end', () => lost(fresh))
    fresh.on('notification', ({ channel, payload }) => {
      for (const handler of handlers.get(channel) ?? []) handler.onMessage(payload ?? '')
    })
    client = fresh
    for (const channel of handlers.keys()) await listenOn(fresh, channel)
    retryMs = firstRetryMs
    if (stopped) await fresh.end()
  }

  function lost(which: Client): void {
    if (client !== which || stopped) return
    client = undefined
    log.warn('the session that listens to the database was lost')
    reconnectLater()
  }

  /** A failed try is noticed twice, by its end and by its error: one retry answers both. */
  function reconnectLater(): void {
    if (retry !== undefined) return
    retry = setTimeout(() => {
      retry = undefined
      connect().then(tellAll, failed)
    }, retryMs)
    retryMs = Math.min(retryMs * 2, longestRetryMs)
  }

  function tellAll(): void {
    for (const set of handlers.values()) for (const handler of set) handler.onReconnect()
  }

  function failed(caught: unknown): void {
    if (stopped) return
    log.warn({ fault: faultOf(caught).message }, 'listening to the database again failed')
    // A session that was made but would not listen reports its own end, which tries again.
    if (client === undefined) reconnectLater()
    else endQuietly(client)
  }

  function endQuietly(which: Client): void {
    which
      .end()
      .catch((caught: unknown) => log.warn({ fault: faultOf(caught).message }, 'a lost session did not end'))
  }

  await connect()
  // A connection that a network dropped without a word is found by asking it something.
  const heartbeat = setInterval(() => {
    const asked = client
    if (asked !== undefined) askOne(asked).catch(() => endQuietly(asked))
  }, heartbeatMs)
  heartbeat.unref()
  return {
    listen: async (channel, handler) => {
      const set = handlers.get(channel) ?? new Set()
      handlers.set(channel, set.add(handler))
      const current = client
      if (set.size === 1 && current !== undefined) {
        await listenOn(current, channel).catch(() => endQuietly(current))
      }
      return () => void set.delete(handler)
    },
    stop: async () => {
      stopped = true
      clearTimeout(retry)
      clearInterval(heartbeat)
      if (client !== undefined) await within(answerWithinMs, client.end())
    },
  }
}
