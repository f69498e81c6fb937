import { type MarketStamp, parseFrame, type ServerFrame } from '#browser/live/frames.ts'
import { createHeartbeat } from '#browser/live/heartbeat.ts'
import type { Timers } from '#browser/platform/timers.ts'
import { type ClientFrame, cmds } from '#contract/live.ts'

/** The part of a WebSocket that the live client uses. */
export type LiveSocket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onerror' | 'onclose'>

export type ConnectionEvents = {
  readonly up: () => void
  readonly pong: (stamp: MarketStamp | undefined) => void
  /** The previous ping is still unanswered when the next one is due. */
  readonly pingMissed: () => void
  readonly frame: (frame: Exclude<ServerFrame, { kind: 'pong' }>) => void
  /** The connection failed or was lost. Called once, as the last event. */
  readonly down: () => void
}

export type Connection = {
  readonly send: (frame: ClientFrame) => void
  /** Pings now, and drops the connection if no pong arrives soon. */
  readonly check: () => void
  /** Closes the connection as if the network had failed: `down` is called. */
  readonly drop: () => void
  /** Closes the connection without calling `down`. */
  readonly close: () => void
}

export const connectTimeoutMs = 5_000

/** One socket from opening to end. Once closed, its late events are ignored: its successor may already be up. */
export function createConnection(socket: LiveSocket, timers: Timers, events: ConnectionEvents): Connection {
  let isClosed = false
  const send = (frame: ClientFrame) => socket.send(JSON.stringify(frame))
  const sendPing = () => send({ cmd: cmds.ping })
  const heartbeat = createHeartbeat({
    timers,
    sendPing,
    pingMissed: events.pingMissed,
    connectionDead: drop,
  })
  const cancelTimeout = timers.after(connectTimeoutMs, drop)

  function close(): void {
    isClosed = true
    cancelTimeout()
    heartbeat.stop()
    socket.close()
  }
  function drop(): void {
    if (isClosed) return
    close()
    events.down()
  }
  function receive(data: unknown): void {
    const frame = isClosed ? undefined : parseFrame(data)
    if (frame === undefined) return
    if (frame.kind === 'pong') {
      heartbeat.pong()
      events.pong(frame.stamp)
    } else events.frame(frame)
  }
  socket.onopen = () => {
    if (isClosed) return
    cancelTimeout()
    heartbeat.start()
    events.up()
  }
  socket.onmessage = (event) => receive(event.data)
  socket.onerror = drop
  socket.onclose = drop
  return { send, check: heartbeat.check, drop, close }
}

/** The `openSocket` of the real app. */
export function browserSocket(url: string): LiveSocket {
  return new WebSocket(url)
}
