import type { Client, ClientConfig } from 'pg'
import type { Log } from '#server/platform/log.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'
import { connectClient } from '#server/storage/database-connection.ts'
import { errorInfo } from '#server/storage/error-info.ts'
import { listenOn, pingDatabase } from '#server/storage/session-store.ts'
import { withTimeout } from '#server/storage/wait.ts'

export type ListenHandlers = {
  readonly onMessage: (payload: string) => void
  /** Notifications sent while the connection was down are lost, so the handler must read the state again. */
  readonly onReconnect: () => void
}

/** Returns the unsubscribe function. Never rejects: without a connection, listening starts after the reconnect. */
export type Listen = (channel: string, handlers: ListenHandlers) => Promise<() => void>

export type Listener = {
  readonly listen: Listen
  readonly stop: () => Promise<void>
}

const firstRetryMs = 50
const longestRetryMs = 5000
const heartbeatMs = 15_000
const responseTimeoutMs = 5000

/** One dedicated connection for all LISTEN channels. Reconnects with backoff. */
export async function createListener(config: ClientConfig, log: Log): Promise<Listener> {
  const handlers = new Map<string, Set<ListenHandlers>>()
  let client: Client | undefined
  let retry: NodeJS.Timeout | undefined
  let retryMs = firstRetryMs
  let stopped = false

  async function connect(): Promise<void> {
    const fresh = await connectClient({ ...config, query_timeout: responseTimeoutMs })
    fresh.once('end', () => onLost(fresh))
    fresh.on('notification', ({ channel, payload }) => {
      for (const handler of handlers.get(channel) ?? []) handler.onMessage(payload ?? '')
    })
    client = fresh
    for (const channel of handlers.keys()) await listenOn(fresh, channel)
    retryMs = firstRetryMs
    if (stopped) await fresh.end()
  }

  function onLost(which: Client): void {
    if (client !== which || stopped) return
    client = undefined
    log.warn('the LISTEN connection to the database was lost')
    reconnectLater()
  }

  /** A failed attempt causes an `end` event and a rejection; both share one retry. */
  function reconnectLater(): void {
    if (retry !== undefined) return
    retry = setTimeout(() => {
      retry = undefined
      connect().then(notifyReconnected, onConnectFailed)
    }, retryMs)
    retryMs = Math.min(retryMs * 2, longestRetryMs)
  }

  function notifyReconnected(): void {
    for (const set of handlers.values()) for (const handler of set) handler.onReconnect()
  }

  function onConnectFailed(caught: unknown): void {
    if (stopped) return
    log.warn({ fault: errorInfo(caught).message }, 'could not reconnect the LISTEN connection; retrying')
    // If LISTEN failed on an open connection, closing it triggers the next retry.
    if (client === undefined) reconnectLater()
    else endQuietly(client)
  }

  function endQuietly(which: Client): void {
    which
      .end()
      .catch((caught: unknown) =>
        log.warn({ fault: errorInfo(caught).message }, 'could not close the lost LISTEN connection'),
      )
  }

  await connect()
  // Detects connections that the network dropped silently.
  const heartbeat = setInterval(() => {
    const current = client
    if (current !== undefined) pingDatabase(current).catch(() => endQuietly(current))
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
      if (client !== undefined) await withTimeout(stopBoundsMs.listener, client.end())
    },
  }
}
