import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fastify } from 'fastify'
import { servePictures } from '#server/gateway/serve-pictures.ts'

const known = 'a'.repeat(32)
const busy = 'b'.repeat(32)
const asked: string[] = []
const app = fastify()
servePictures(app, async (name) => {
  asked.push(name)
  if (name === busy) return 'busy'
  return name === known ? Buffer.from('jpeg') : undefined
})
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

  test('are asked for later while too many are being read', async () => {
    const { statusCode, headers } = await get(`${busy}.jpg`)
    assert.deepEqual([statusCode, headers['retry-after']], [503, '1'])
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
})
