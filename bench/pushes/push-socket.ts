import { connect, type Socket } from 'node:net'
import { masked, upgradeRequest } from '#bench/measuring/raw-socket.ts'
import { cmds, ownTradesTopic } from '#contract/live.ts'

/** One for all: whatever was read into it has been looked at before the next one is read. */
const shared = Buffer.alloc(64 * 1024)

/**
 * As little of a client as can log in and follow its own account. It is told of every push, whose bytes are only there until
 * it returns. Resolves when the subscription is answered.
 */
export function openPushSocket(
  port: number,
  token: string,
  onPush: (payload: Buffer) => void,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  let rest: Buffer = Buffer.alloc(0)
  let isUp = false
  let answers = 0

  function take(payload: Buffer): void {
    answers += 1
    if (answers === 1) socket.write(masked({ cmd: cmds.sub, topic: ownTradesTopic }))
    else if (answers === 2) resolve(socket)
    else onPush(payload)
  }
  function takeFrames(chunk: Buffer): void {
    let at = 0
    for (let frame = frameAt(chunk, at); frame !== undefined; frame = frameAt(chunk, at)) {
      take(chunk.subarray(frame.from, frame.to))
      at = frame.to
    }
    // It may be overwritten by the time the rest of it comes.
    rest = at === chunk.length ? Buffer.alloc(0) : Buffer.from(chunk.subarray(at))
  }
  const socket = connect({
    port,
    host: '127.0.0.1',
    onread: {
      buffer: shared,
      callback(size) {
        const chunk = shared.subarray(0, size)
        const from = isUp ? 0 : chunk.indexOf('\r\n\r\n') + 4
        if (!isUp) socket.write(masked({ cmd: cmds.login, token }))
        isUp = true
        takeFrames(rest.length === 0 ? chunk.subarray(from) : Buffer.concat([rest, chunk]))
        return true
      },
    },
  })
  socket.on('error', reject)
  socket.write(upgradeRequest)
  return promise
}

/** The payload of the frame that begins there, if all of it is there. None here is longer than two bytes can say. */
function frameAt(chunk: Buffer, at: number): { readonly from: number; readonly to: number } | undefined {
  const left = chunk.length - at
  if (left < 2) return undefined
  const short = (chunk[at + 1] ?? 0) & 127
  if (short < 126) return left < 2 + short ? undefined : { from: at + 2, to: at + 2 + short }
  if (left < 4) return undefined
  const length = chunk.readUInt16BE(at + 2)
  return left < 4 + length ? undefined : { from: at + 4, to: at + 4 + length }
}
