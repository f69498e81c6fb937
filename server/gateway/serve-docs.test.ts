import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type FastifyInstance, fastify } from 'fastify'
import { serveDocs } from '#server/gateway/serve-docs.ts'

let app: FastifyInstance
/** Bodies as the routes sent them, before Fastify wrote them. */
const sent: unknown[] = []

before(async () => {
  app = fastify()
  app.addHook('onSend', async (_request, _reply, payload) => void sent.push(payload))
  await serveDocs(app)
  app.get('/api/answer', async () => 42)
  await app.ready()
})
after(async () => await app.close())

async function get(url: string, headers: Readonly<Record<string, string>> = {}) {
  sent.length = 0
  const response = await app.inject({ url, headers })
  return { ...response, bytes: response.rawPayload, sent: sent[0] }
}

for (const url of ['/api/docs', '/api/openapi.json']) {
  describe(url, () => {
    test('is rendered before the first request, and all requests get the same bytes', async () => {
      for (const accepted of ['', 'gzip', 'gzip, deflate, br, zstd']) {
        const [one, two] = [
          await get(url, { 'accept-encoding': accepted }),
          await get(url, { 'accept-encoding': accepted }),
        ]
        assert.ok(Buffer.isBuffer(one.sent), accepted)
        assert.ok(one.sent === two.sent, accepted)
      }
    })

    const encodings: readonly (readonly [string, string | undefined, (bytes: Buffer) => Buffer])[] = [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['br', 'br', brotliDecompressSync],
      ['gzip, deflate', 'gzip', gunzipSync],
      ['gzip;q=0, br;q=0', undefined, (bytes) => bytes],
      ['identity', undefined, (bytes) => bytes],
      ['', undefined, (bytes) => bytes],
    ]
    for (const [accepted, encoding, decode] of encodings) {
      test(`is sent as ${encoding ?? 'plain text'} to a client that accepts "${accepted}"`, async () => {
        const { bytes, headers } = await get(url, { 'accept-encoding': accepted })
        assert.equal(headers['content-encoding'], encoding)
        assert.equal(headers['vary'], 'accept-encoding')
        assert.match(decode(bytes).toString(), /\/api\/answer/)
      })
    }

    test('is not sent again to a client that has it', async () => {
      const { headers } = await get(url)
      const etag = String(headers['etag'])
      const cached = await get(url, { 'if-none-match': `"other", ${etag}` })
      assert.deepEqual([cached.statusCode, cached.bytes.length, cached.headers['etag']], [304, 0, etag])
      assert.equal((await get(url, { 'if-none-match': '"other"' })).statusCode, 200)
    })
  })
}
