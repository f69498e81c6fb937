import type { FastifyReply } from 'fastify'
import type { TimedDelivery } from '#server/platform/timed-delivery.ts'

/** Ends the response when it is late, and tells when it has ended. */
export function followDelivery({ raw }: FastifyReply, { late, onEnd }: TimedDelivery): void {
  // The client may have left while the file was read.
  if (raw.destroyed || late.aborted) {
    raw.destroy()
    onEnd()
    return
  }
  const endLate = () => void raw.destroy()
  const ended = () => {
    late.removeEventListener('abort', endLate)
    onEnd()
  }
  late.addEventListener('abort', endLate)
  raw.once('finish', ended)
  raw.once('close', ended)
}
