import type { FastifyInstance } from 'fastify'

/** A JPEG of the public shelf; `busy` if too many are being read. */
export type ReadPublicPicture = (name: string) => Promise<Uint8Array | 'busy' | undefined>

/** A picture never changes under its name. */
const forEver = 'public, max-age=31536000, immutable'

/** Serves the public pictures of articles and companies, on the host of the pages. */
export function servePictures(app: FastifyInstance, read: ReadPublicPicture): void {
  app.get<{ Params: { readonly file: string } }>(
    '/content/pictures/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const [, name] = /^([0-9a-f]{32})\.jpg$/.exec(request.params.file) ?? []
      const found = name === undefined ? undefined : await read(name)
      if (found === undefined) return reply.code(404).type('text/plain').send('not found\n')
      if (found === 'busy')
        return reply.code(503).header('retry-after', '1').type('text/plain').send('busy\n')
      const headers = { 'cache-control': forEver, 'content-security-policy': "default-src 'none'" }
      return reply.headers(headers).type('image/jpeg').send(found)
    },
  )
}
