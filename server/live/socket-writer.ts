import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { AnswerFrame } from '#contract/live.ts'
import { encodeFrame } from '#server/live/encode-frame.ts'
import type { LiveLimits } from '#server/live/live-limits.ts'
import type { Metrics } from '#server/platform/metrics.ts'

/** The way out to one client. */
export type SocketWriter = {
  readonly isOpen: () => boolean
  /** Bytes that the system has not taken from us yet. */
  readonly unsentBytes: () => number
  readonly write: (frame: Buffer) => void
  /** All that is written meanwhile leaves in one piece. */
  readonly batch: (writing: () => void) => void
  readonly answer: (answer: AnswerFrame) => void
  /** Like an answer it is never left out; one who lets too many of them lie is cut off. */
  readonly writeOrClose: (frame: Buffer) => void
  readonly pong: (data: Buffer) => void
  /** Without a word: it does not listen. */
  readonly terminate: () => void
}

export type SocketWriterParts = {
  readonly socket: WebSocket
  /** The connection under the socket, as HTTP handed it over. */
  readonly stream: Duplex
  readonly limits: LiveLimits
  readonly metrics: Metrics
}

/**
 * Frames that were made once are written to the connection itself: `ws` would make a header of its own for each client
 * and hand the system two pieces, which costs half as much again. Nothing gets out of order by that. Without compression
 * `ws` never keeps back what it sends, a pong or a close, so that everything leaves in the order in which it was written.
 */
export function createSocketWriter({ socket, stream, limits, metrics }: SocketWriterParts): SocketWriter {
  function isOpen(): boolean {
    return socket.readyState === socket.OPEN && stream.writable
  }
  function write(frame: Buffer): void {
    if (!isOpen()) return
    stream.write(frame)
    metrics.liveFramesSent.inc()
  }
  function cutOff(): void {
    metrics.liveSocketsStuck.inc()
    socket.terminate()
  }
  /** Answers and closes are not left out like other pushes, so a client that lets them pile up must go. */
  function mayBeAnswered(): boolean {
    if (stream.writableLength <= limits.maxUnsentBytes) return isOpen()
    cutOff()
    return false
  }
  function insist(frame: Buffer): void {
    if (mayBeAnswered()) write(frame)
  }
  return {
    isOpen,
    unsentBytes: () => stream.writableLength,
    write,
    batch(writing) {
      stream.cork()
      writing()
      stream.uncork()
    },
    answer(answer) {
      insist(encodeFrame(JSON.stringify(answer)))
    },
    writeOrClose: insist,
    pong(data) {
      if (mayBeAnswered()) socket.pong(data)
    },
    terminate: cutOff,
  }
}
