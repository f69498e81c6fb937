import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fastify } from 'fastify'
import { addClientAddress } from '#server/gateway/client-address.ts'
import { pictureDeadlineMs, servePictures, unsentPictures } from '#server/gateway/serve-pictures.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createTokenBuckets } from '#server/platform/token-bucket.ts'
import { eventually } from '#test/eventually.ts'
import { listenRaw, parseAnswer } from '#test/gateway/raw-http.ts'

const known = 'a'.repeat(32)
const busy = 'b'.repeat(32)
const large = 'd'.repeat(32)
/** More than the buffers of a connection. */
const largeBytes = Buffer.alloc(unsentPictures.perClient)
const asked: string[] = []
const timers = createFakeTimers()

async function read(name: string) {
  asked.push(name)
  if (name === busy) return 'busy'
  if (name === large) return largeBytes
  return name === known ? Buffer.from('jpeg') : undefined
}

const app = fastify()
addClientAddress(app, [])
servePictures(app, { read, timers, limit: undefined })
const get = (file: string) => app.inject(`/content/pictures/${file}`)

describe('public pictures', () => {
  test('are JPEGs that browsers keep for ever', async () => {
    const { statusCode, headers, rawPayload } = await get(`${known}.jpg`)
    assert.deepEqual([statusCode, rawPayload.toString()], [200, 'jpeg'])
    assert.equal(headers['content-type'], 'image/jpeg')
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers['content-security-policy'], "default-src 'none'")
  })

  test('that are not there are not found, and not kept', async () => {
    const { statusCode, headers } = await get(`${'c'.repeat(32)}.jpg`)
    assert.deepEqual([statusCode, headers['cache-control']], [404, undefined])
  })

  test('are answered with 503 and retry-after while too many are being read', async () => {
    const { statusCode, headers } = await get(`${busy}.jpg`)
    assert.deepEqual([statusCode, headers['retry-after']], [503, '1'])
  })

  test('are limited per address', async () => {
    const limited = fastify()
    addClientAddress(limited, [])
    const limit = createTokenBuckets({ perSecond: 1, burst: 2 }, { ...systemClock, elapsed: () => 0 })
    servePictures(limited, { read, timers, limit })
    asked.length = 0
    const statusFor = async (remoteAddress: string) => {
      const { statusCode, headers } = await limited.inject({
        url: `/content/pictures/${known}.jpg`,
        remoteAddress,
      })
      return [statusCode, headers['retry-after']]
    }
    for (const status of [200, 200]) assert.deepEqual(await statusFor('192.0.2.1'), [status, undefined])
    assert.deepEqual(await statusFor('192.0.2.1'), [429, '1'])
    assert.deepEqual(await statusFor('192.0.2.2'), [200, undefined])
    assert.equal(asked.length, 3)
  })

  test('have no other addresses', async () => {
    asked.length = 0
    for (const file of [
      known,
      `${known}.png`,
      `${known}.JPG`,
      'A'.repeat(32).concat('.jpg'),
      `${known}.jpg%00`,
    ])
      assert.equal((await get(file)).statusCode, 404, file)
    for (const file of ['..%2f..%2fpackage.json', `%2e%2e/${known}.jpg`, `x/${known}.jpg`, ''])
      assert.equal((await get(file)).statusCode, 404, file)
    assert.deepEqual(asked, [])
  })

  test('that a client does not read are limited, and end after a minute', async (context) => {
    const gateway = await listenRaw(context, {}, (server) =>
      servePictures(server, { read, timers, limit: undefined }),
    )
    const request = (name: string, connection = 'keep-alive') =>
      `GET /content/pictures/${name}.jpg HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\n\r\n`
    const statusFor = async (from: string) => {
      const client = await gateway.connect(from)
      client.send(request(known, 'close'))
      return parseAnswer(await client.rest()).status
    }
    asked.length = 0
    const slow = await gateway.connect('127.0.0.1')
    slow.socket.pause()
    slow.send(request(large))
    await eventually(() => asked.length === 1, 'the large picture is asked for')
    assert.equal(await statusFor('127.0.0.1'), 503)
    assert.equal(await statusFor('127.0.0.2'), 200)
    timers.advance(pictureDeadlineMs)
    assert.equal(await statusFor('127.0.0.1'), 200)
    slow.socket.resume()
    assert.ok((await slow.rest()).length < largeBytes.length)
  })
})
