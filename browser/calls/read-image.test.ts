import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isCallFailure } from '#browser/calls/call-failure.ts'
import { maxImageBytes, readImage } from '#browser/calls/read-image.ts'
import { type Answer, callerTo, envelope, failureOf, startTestServer } from '#test/fakes/call-server.ts'

const request = { path: '/desk/api/image', verb: 'GET', input: { name: 'a' }, quiet: true } as const

const image =
  (type: string, bytes: number): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': type }).end(Buffer.alloc(bytes))

describe('a private image', () => {
  test('is requested with the token and returned as a blob', async (context) => {
    const server = await startTestServer(context, image('image/jpeg', 5))
    const blob = await callerTo(server.origin).callAs(request, readImage)
    assert.deepEqual([blob.type, blob.size], ['image/jpeg', 5])
    assert.equal(server.received[0]?.headers['authorization'], 'token-1')
  })

  const failures: readonly (readonly [string, Answer, object])[] = [
    ['a refusal', envelope(0, 'Not found', { reason: 'image_unknown' }), { reason: 'image_unknown' }],
    ['an oversized image', image('image/jpeg', maxImageBytes + 1), { kind: 'malformed' }],
    ['an envelope without an image', envelope(1), { kind: 'malformed' }],
    ['an SVG, which may contain scripts', image('image/svg+xml', 5), { kind: 'malformed' }],
  ]
  for (const [name, answer, expected] of failures)
    test(`fails for ${name}`, async (context) => {
      const server = await startTestServer(context, answer)
      const failure = await failureOf(callerTo(server.origin).callAs(request, readImage))
      assert.ok(isCallFailure(failure))
      assert.partialDeepStrictEqual({ ...failure }, expected)
    })

  test('reports an expired session', async (context) => {
    const server = await startTestServer(context, envelope(999))
    const { callAs, session } = callerTo(server.origin)
    await failureOf(callAs(request, readImage))
    assert.equal(session.endings, 1)
  })
})
