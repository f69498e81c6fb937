import type { FastifyInstance } from 'fastify'
import { limitKeyOf } from '#server/gateway/client-address.ts'
import { followDelivery } from '#server/gateway/follow-delivery.ts'
import { createUnsentBytes } from '#server/gateway/unsent-bytes.ts'
import { startDelivery } from '#server/platform/timed-delivery.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { TokenBuckets } from '#server/platform/token-bucket.ts'

export type PublicPicturesParts = {
  /** A JPEG of the public shelf; `busy` if too many are being read. */
  readonly read: (name: string) => Promise<Uint8Array | 'busy' | undefined>
  readonly timers: Pick<Timers, 'after'>
  /** Per address: a name that does not exist is looked up in the database each time. */
  readonly limit: TokenBuckets | undefined
}

/** A picture never changes under its name. */
const forEver = 'public, max-age=31536000, immutable'

/** Visitors may ask for any number of pictures at once, and read none of them. */
export const unsentPictures = { inTotal: 128 * 1024 * 1024, perClient: 16 * 1024 * 1024 }
export const pictureDeadlineMs = 60_000

/** Serves the public pictures of articles and companies, on the host of the pages. */
export function servePictures(app: FastifyInstance, { read, timers, limit }: PublicPicturesParts): void {
  const unsent = createUnsentBytes(unsentPictures)
  app.get<{ Params: { readonly file: string } }>(
    '/content/pictures/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const [, name] = /^([0-9a-f]{32})\.jpg$/.exec(request.params.file) ?? []
      const client = limitKeyOf(request.clientAddress)
      const admission = limit?.take(client) ?? { ok: true }
      if (!admission.ok)
        return reply
          .code(429)
          .header('retry-after', String(admission.retryAfterSeconds))
          .type('text/plain')
          .send('too many requests\n')
      const found = name === undefined ? undefined : await read(name)
      if (found === undefined) return reply.code(404).type('text/plain').send('not found\n')
      const leave = found === 'busy' ? undefined : unsent.take(client, found.length)
      if (leave === undefined)
        return reply.code(503).header('retry-after', '1').type('text/plain').send('busy\n')
      followDelivery(reply, startDelivery(timers, pictureDeadlineMs, leave))
      const headers = { 'cache-control': forEver, 'content-security-policy': "default-src 'none'" }
      return reply.headers(headers).type('image/jpeg').send(found)
    },
  )
}
