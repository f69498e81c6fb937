import type { Pool } from 'pg'

/** The `connect` of a pool that hands out these connections. The server calls it with a callback. */
export function connectWithCallback(connect: () => Promise<unknown>): Pool['connect'] {
  const calling = (callback: (fault: Error | undefined, client?: unknown) => void) =>
    void connect().then((client) => callback(undefined, client), callback)
  return calling as Pool['connect']
}
