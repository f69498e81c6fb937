import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBytes, encodeFrame } from '#server/live/encode-frame.ts'

const texts = [
  ['', '8100'],
  ['Hello', '810548656c6c6f'],
  ['x'.repeat(125), '817d'],
  ['x'.repeat(126), '817e007e'],
  ['x'.repeat(65_535), '817effff'],
  ['x'.repeat(65_536), '817f0000000000010000'],
  ['匯'.repeat(42), '817e007e'],
  ['匯'.repeat(16_384), '817ec000'],
  ['匯'.repeat(16_385), '817ec003'],
  ['😀'.repeat(8_192), '817e8000'],
] as const

for (const [text, header] of texts) {
  test(`${Buffer.byteLength(text)} bytes of ${JSON.stringify(text.slice(0, 5))}… have the header ${header}`, () => {
    const frame = encodeFrame(text)
    assert.equal(frame.toString('hex', 0, header.length / 2), header)
    assert.ok(frame.toString('utf8').endsWith(text))
    assert.equal(frame.length - Buffer.byteLength(text), text === 'Hello' ? 2 : header.length / 2)
    assert.deepEqual(encodeBytes(Buffer.from(text)), frame)
  })
}
