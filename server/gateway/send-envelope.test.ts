import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { defineCall } from '#contract/call.ts'
import { answered } from '#contract/outcome.ts'
import { route, serveCalls } from '#server/gateway/gateway.ts'
import { createTranslators } from '#server/platform/translators.ts'
import { eventually } from '#test/eventually.ts'
import { listenRaw } from '#test/gateway/raw-http.ts'

const word = defineCall({
  ...{ name: 'word', group: 'Test', summary: 'Word', path: '/api/word', verb: 'GET', changes: false },
  ...{ access: 'anyone', input: Type.Object({}), answer: Type.String() },
})
const large = defineCall({ ...word, name: 'large', path: '/api/large' })

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
/** More than a connection takes without being read. */
const size = 32 * 1024 * 1024

/** A gateway with a large file, and a connection that does not read what it receives. */
async function slowReader(context: TestContext) {
  const late = new AbortController()
  let ended = 0
  const onEnd = () => {
    ended += 1
  }
  const delivery = { late: late.signal, onEnd }
  let isAsked = false
  const gateway = await listenRaw(context, {}, (app) =>
    serveCalls(
      app,
      { translatorFor: createTranslators(), runOnce: (_, work) => work(), countryOf: () => undefined },
      [
        route(word, async () => answered('here')),
        route(large, async () => {
          isAsked = true
          return { kind: 'file', type: 'application/json', bytes: new Uint8Array(size), delivery }
        }),
      ],
    ),
  )
  const slow = await gateway.connect()
  slow.socket.pause()
  slow.send(get('/api/large'))
  await eventually(() => isAsked, 'the file is asked for')
  const answersOthers = async () => {
    const other = await gateway.connect()
    other.send(get('/api/word'))
    assert.match(await other.rest(), /"here"/)
  }
  await answersOthers()
  assert.equal(ended, 0)
  return { slow, late, ended: () => ended, answersOthers }
}

test('a large file counts as sent once its last reader has it', async (context) => {
  const { slow, ended } = await slowReader(context)
  slow.socket.resume()
  assert.ok((await slow.rest()).length > size)
  await eventually(() => ended() > 0, 'the end of the response')
})

test('a large file ends when its reader leaves', async (context) => {
  const { slow, ended, answersOthers } = await slowReader(context)
  slow.socket.destroy()
  await eventually(() => ended() > 0, 'the end of the response')
  await answersOthers()
})

test('a large file that is late ends, and other calls do not', async (context) => {
  const { slow, late, ended, answersOthers } = await slowReader(context)
  late.abort()
  await eventually(() => ended() > 0, 'the end of the response')
  slow.socket.resume()
  assert.ok((await slow.rest()).length < size)
  await answersOthers()
})
