import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PushPayload } from '#contract/push-payload.ts'
import { createEncryption } from '#server/platform/encryption.ts'
import { systemRandom } from '#server/platform/random.ts'
import { maxPayloadBytes, payloadOf, topicOf } from '#server/push/render-push.ts'

const about = { language: 'hk', tag: 'x'.repeat(32), isUrgent: true } as const

describe('the payload of a push', () => {
  for (const [name, character] of [
    ['emoji', '\u{1F4A9}'],
    ['half characters', '\ud800'],
    ['control characters', '\u0001a'],
    ['quotes', '"'],
    ['Chinese', '帳'],
  ] as const)
    test(`with very long ${name} -> cut to ${maxPayloadBytes} bytes`, () => {
      const text = character.repeat(5000)
      const payload = payloadOf({ title: text, text, path: `/${'p'.repeat(300)}` }, about)
      assert.ok(Buffer.byteLength(payload) <= maxPayloadBytes, String(Buffer.byteLength(payload)))
      const { title, body, path }: PushPayload = JSON.parse(payload)
      assert.deepEqual([title.at(-1), body.at(-1), path], ['…', '…', '/mine/notices'])
    })

  test('names the language in which the text is, not the one that has no translation', () => {
    const read = (language: 'hk' | 'ar') =>
      JSON.parse(payloadOf({ title: 'a', text: 'b', path: '/order' }, { ...about, language }))
    assert.deepEqual([read('hk').lang, read('ar').lang, read('ar').dir], ['zh-Hant-HK', 'en', 'ltr'])
  })
})

test('a topic says nothing about its tag, fits the header and differs between users', () => {
  const { keyedHash } = createEncryption(new Uint8Array(32), systemRandom)
  const topics = [
    topicOf('margin_call:1', 1, keyedHash),
    topicOf('margin_call:1', 2, keyedHash),
    topicOf('margin_call:2', 1, keyedHash),
  ]
  for (const topic of topics) assert.match(topic, /^[\w-]{32}$/)
  assert.equal(new Set(topics).size, 3)
  assert.equal(topicOf('margin_call:1', 1, keyedHash), topics[0])
})
