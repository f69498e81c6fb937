import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { AnswerFrame } from '#contract/live.ts'
import { encodeFrame } from '#server/live/encode-frame.ts'
import type { LiveLimits } from '#server/live/live-limits.ts'
import type { Metrics } from '#server/platform/metrics.ts'

/** Sends frames to one client. */
export type SocketWriter = {
  readonly isOpen: () => boolean
  /** Bytes the kernel has not accepted yet. */
  readonly unsentBytes: () => number
  readonly write: (frame: Buffer) => void
  /** Sends all frames written by `writing` in one piece. */
  readonly batch: (writing: () => void) => void
  readonly answer: (answer: AnswerFrame) => void
  /** For frames that must not be skipped: terminates a client with too many unsent bytes. */
  readonly writeOrClose: (frame: Buffer) => void
  readonly pong: (data: Buffer) => void
  /** Closes without a close frame, which the client would not read. */
  readonly terminate: () => void
}

export type SocketWriterParts = {
  readonly socket: WebSocket
  /** The TCP connection of the socket. */
  readonly stream: Duplex
  readonly limits: LiveLimits
  readonly metrics: Metrics
}

/**
 * Writes encoded frames directly to the connection. `ws` would create a header for each client and write two buffers,
 * which costs half as much again. The order is kept: without compression `ws` writes pongs and closes at once.
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
  function terminate(): void {
    metrics.liveSocketsStuck.inc()
    socket.terminate()
  }
  /**
   * Answers and closed orders cannot be skipped like other pushes, so a client that does not read them is terminated.
   */
  function canWrite(): boolean {
    if (stream.writableLength <= limits.maxUnsentBytes) return isOpen()
    terminate()
    return false
  }
  function writeOrClose(frame: Buffer): void {
    if (canWrite()) write(frame)
  }
  return {
    isOpen,
    unsentBytes: () => stream.writableLength,
    write,
    batch(writing) {
      stream.cork()
      try {
        writing()
      } finally {
        stream.uncork()
      }
    },
    answer(answer) {
      writeOrClose(encodeFrame(JSON.stringify(answer)))
    },
    writeOrClose,
    pong(data) {
      if (canWrite()) socket.pong(data)
    },
    terminate,
  }
}
