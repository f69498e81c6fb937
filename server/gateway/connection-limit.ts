import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Timers } from '#server/platform/timers.ts'

export type ConnectionLimits = {
  /** Open connections of the server, live sockets included. */
  readonly maxOpen: number
  readonly maxOpenPerAddress: number
  /** Connections beyond a limit that are being refused. Further ones are closed without an answer. */
  readonly maxRefusals: number
  /** A connection that is being refused must send its request and read the answer within this time. */
  readonly refusalTimeoutMs: number
}

/** Twice the live sockets. A browser keeps up to six connections, and many users may share one address. */
export const connectionLimits: ConnectionLimits = {
  maxOpen: 20_000,
  maxOpenPerAddress: 500,
  maxRefusals: 500,
  refusalTimeoutMs: 5_000,
}

export type ConnectionLimit = {
  /** Must be called before the server listens. */
  readonly attach: (server: Server) => void
  /** True if every request of this connection must be refused. */
  readonly isRefused: (socket: Socket) => boolean
}

type Limit = 'server' | 'address'

type ConnectionLimitParts = {
  readonly limits: ConnectionLimits
  readonly timers: Timers
  readonly metrics: Pick<Metrics, 'connections' | 'connectionsRefused'>
  /** Address to count the connection by; undefined for a trusted proxy, which connects for many clients. */
  readonly addressOf: (socket: Socket) => string | undefined
}

/**
 * Limits open connections. A connection beyond a limit is accepted, so that its request can be answered, and then
 * closed: a reset would look like a network failure.
 */
export function createConnectionLimit(parts: ConnectionLimitParts): ConnectionLimit {
  const { limits, timers, metrics, addressOf } = parts
  const openOf = new Map<string, number>()
  const refused = new WeakSet<Socket>()
  let open = 0
  let refusals = 0

  function admit(socket: Socket): void {
    const address = addressOf(socket)
    const limit = exceededLimit(address)
    if (limit !== undefined) {
      refuse(socket, limit)
      return
    }
    count(address, 1)
    socket.once('close', () => count(address, -1))
  }
  function exceededLimit(address: string | undefined): Limit | undefined {
    if (open >= limits.maxOpen) return 'server'
    const openHere = address === undefined ? 0 : (openOf.get(address) ?? 0)
    return openHere >= limits.maxOpenPerAddress ? 'address' : undefined
  }
  function count(address: string | undefined, change: 1 | -1): void {
    open += change
    metrics.connections.set(open)
    if (address === undefined) return
    const left = (openOf.get(address) ?? 0) + change
    if (left === 0) openOf.delete(address)
    else openOf.set(address, left)
  }
  function refuse(socket: Socket, limit: Limit): void {
    metrics.connectionsRefused.inc({ limit })
    if (refusals >= limits.maxRefusals) {
      socket.destroy()
      return
    }
    refusals += 1
    refused.add(socket)
    const cancel = timers.after(limits.refusalTimeoutMs, () => socket.destroy())
    socket.once('close', () => {
      refusals -= 1
      cancel()
    })
  }
  return {
    attach: (server) => void server.on('connection', admit),
    isRefused: (socket) => refused.has(socket),
  }
}
