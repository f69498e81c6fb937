import { type ClientFrame, cmds } from '#contract/live.ts'
import { type MarketStamp, parseFrame, type ServerFrame } from '#web/live/frames.ts'
import { createHeartbeat } from '#web/live/heartbeat.ts'
import type { Timers } from '#web/platform/timers.ts'

/** As much of a WebSocket as we use. */
export type LiveSocket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onerror' | 'onclose'>

export type ConnectionEvents = {
  readonly up: () => void
  /** A ping was answered. */
  readonly pong: (stamp: MarketStamp | undefined) => void
  /** A ping has had no answer for as long as the next one waits. */
  readonly pingMissed: () => void
  readonly frame: (frame: Exclude<ServerFrame, { kind: 'pong' }>) => void
  /** It could not be made, or is lost. Told once; nothing is told after it. */
  readonly down: () => void
}

export type Connection = {
  readonly send: (frame: ClientFrame) => void
  readonly check: () => void
  /** Gives it up as if the line had been cut. */
  readonly drop: () => void
  /** Ends it without a word to anyone. */
  readonly close: () => void
}

export const connectTimeoutMs = 5_000

/** One socket from opening to end. Once it is over nothing it still does is heard: its successor may already be up. */
export function createConnection(socket: LiveSocket, timers: Timers, tell: ConnectionEvents): Connection {
  let over = false
  const send = (frame: ClientFrame) => socket.send(JSON.stringify(frame))
  const sendPing = () => send({ cmd: cmds.ping })
  const heartbeat = createHeartbeat({ timers, sendPing, pingMissed: tell.pingMissed, connectionDead: lose })
  const cancelTimeout = timers.after(connectTimeoutMs, lose)

  function close(): void {
    over = true
    cancelTimeout()
    heartbeat.stop()
    socket.close()
  }
  function lose(): void {
    if (over) return
    close()
    tell.down()
  }
  function hear(received: unknown): void {
    const frame = over ? undefined : parseFrame(received)
    if (frame === undefined) return
    if (frame.kind === 'pong') {
      heartbeat.pong()
      tell.pong(frame.stamp)
    } else tell.frame(frame)
  }
  socket.onopen = () => {
    if (over) return
    cancelTimeout()
    heartbeat.start()
    tell.up()
  }
  socket.onmessage = (event) => hear(event.data)
  socket.onerror = lose
  socket.onclose = lose
  return { send, check: heartbeat.check, drop: lose, close }
}

/** The `openSocket` of the real app. */
export function browserSocket(url: string): LiveSocket {
  return new WebSocket(url)
}
