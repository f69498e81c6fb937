import type { Readable } from 'node:stream'
import { errorCodes } from 'fastify'
import { bytesPerTurn, systemTimers } from '#server/platform/timers.ts'

type BodySize = {
  readonly maxBytes: number
  /** From the Content-Length header; NaN without one. */
  readonly declaredBytes: number
}

/**
 * Reads a body into one buffer while it arrives. Joining the pieces of ten megabytes at the end would occupy the main
 * thread for tens of milliseconds. Other requests are handled in between, however fast the client sends.
 */
export async function readBody(payload: Readable, { maxBytes, declaredBytes }: BodySize): Promise<Buffer> {
  if (declaredBytes > maxBytes) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  // Memory is taken only for the pages that are written.
  const body = Buffer.allocUnsafeSlow(Number.isNaN(declaredBytes) ? maxBytes : declaredBytes)
  let length = 0
  let pauseAt = bytesPerTurn
  await new Promise<void>((resolve, reject) => {
    function onData(piece: Buffer): void {
      if (length + piece.length > body.length) {
        // The rest is read and dropped, so that the client gets the answer.
        payload.removeListener('data', onData)
        payload.resume()
        reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
        return
      }
      length += piece.copy(body, length)
      if (length < pauseAt) return
      pauseAt = length + bytesPerTurn
      payload.pause()
      systemTimers.soon(() => payload.resume())
    }
    payload.on('data', onData)
    payload.once('end', resolve)
    payload.once('error', (fault: Error) => reject(Object.assign(fault, { statusCode: 400 })))
  })
  if (!Number.isNaN(declaredBytes) && length !== declaredBytes)
    throw new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH()
  return body.subarray(0, length)
}
