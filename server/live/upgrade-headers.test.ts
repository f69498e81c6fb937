// Security headers of every answer to a websocket upgrade, accepted or refused.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { connectRaw, parseAnswer } from '#test/gateway/raw-http.ts'
import { createLiveHarness, type HarnessOptions } from '#test/live/live-harness.ts'

const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
const version = 'Sec-WebSocket-Version: 13\r\n'
const valid = `${key}${version}`

type Upgrade = {
  readonly method?: string
  readonly headers: string
  readonly limits?: HarnessOptions['limits']
}

const table: readonly (readonly [string, Upgrade, number])[] = [
  ['accepted', { headers: valid }, 101],
  ['accepted for a configured origin', { headers: `${valid}Origin: https://m.example.com\r\n` }, 101],
  ['refused to another origin', { headers: `${valid}Origin: https://evil.example\r\n` }, 403],
  ['refused to one socket too many', { headers: valid, limits: { maxSockets: 0 } }, 503],
  ['refused to a proxy with too many', { headers: valid, limits: { maxSocketsPerProxy: 0 } }, 429],
  ['refused without a key', { headers: version }, 400],
  ['refused with an invalid key', { headers: `Sec-WebSocket-Key: x\r\n${version}` }, 400],
  ['refused without a version', { headers: key }, 400],
  ['refused with an unknown version', { headers: `${key}Sec-WebSocket-Version: 99\r\n` }, 400],
  ['refused with invalid protocols', { headers: `${valid}Sec-WebSocket-Protocol: a b\r\n` }, 400],
  ['refused to another method', { method: 'POST', headers: valid }, 400],
]

describe('an upgrade', () => {
  for (const [name, { method = 'GET', headers, limits }, status] of table) {
    test(`${name}, ${status}`, async (context) => {
      const { port } = await createLiveHarness(context, limits === undefined ? {} : { limits })
      for (const [forwarded, hsts] of [
        ['', undefined],
        ['X-Forwarded-Proto: https\r\n', 'max-age=31536000'],
      ] as const) {
        const client = await connectRaw(port)
        client.send(`${method} /v1/ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n`)
        client.send(`Upgrade: websocket\r\n${headers}${forwarded}\r\n`)
        while (!client.received().includes('\r\n\r\n')) await once(client.socket, 'data')
        const answer = parseAnswer(client.received())
        assert.equal(answer.status, status)
        assert.equal(answer.headers['x-content-type-options'], 'nosniff')
        assert.equal(answer.headers['cross-origin-resource-policy'], 'same-origin')
        assert.equal(answer.headers['strict-transport-security'], hsts)
        if (status === 101) client.socket.destroy()
        else assert.equal((await client.rest()).split('\r\n\r\n')[1], '')
      }
    })
  }
})
