import type { FastifyInstance } from 'fastify'
import { isApiRequest } from '#server/gateway/api-paths.ts'
import { limitKeyOf } from '#server/gateway/client-address.ts'
import { sendEnvelope } from '#server/gateway/send-envelope.ts'
import type { TokenBuckets } from '#server/platform/token-bucket.ts'
import type { Words } from '#server/platform/words.ts'

type Parts = { readonly words: Words; readonly limit: TokenBuckets }

/** One address may ask the API so often, before anything it sends is read: wrong and unknown calls count too. */
export function limitCalls(app: FastifyInstance, { words, limit }: Parts): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isApiRequest(request)) return
    const admission = limit.take(limitKeyOf(request.ip ?? ''))
    if (admission.ok) return
    const { retryAfterSeconds } = admission
    await sendEnvelope(request, reply, words, { kind: 'too_many_requests', retryAfterSeconds })
  })
}
