import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxFrameCharacters, parseFrame } from '#browser/live/frames.ts'
import { fc } from '#test/fast-check.ts'

const frames = [
  ['{"cmd":"pong"}', { kind: 'pong', stamp: undefined }],
  ['{"cmd":"pong","QuoteSeq":7,"Now":1000}', { kind: 'pong', stamp: { quoteSeq: 7, nowMs: 1_000 } }],
  ['{"cmd":"pong","QuoteSeq":"7","Now":1000}', { kind: 'pong', stamp: undefined }],
  ['{"cmd":"pong","QuoteSeq":-1,"Now":1000}', { kind: 'pong', stamp: undefined }],
  ['{"cmd":"login","code":1}', { kind: 'login', code: 1 }],
  ['{"cmd":"login","code":999,"msg":"x"}', { kind: 'login', code: 999 }],
  ['{"cmd":"logout","code":999}', { kind: 'sessionInvalid' }],
  ['{"cmd":"sub","topic":"FOREX_TRADE","code":999}', { kind: 'sessionInvalid' }],
  ['{"cmd":"sub","topic":"DAY_MARKET","code":1}', undefined],
  ['{"cmd":"logout","code":1}', undefined],
  [
    '{"topic":"T","data":1,"fills":2}',
    { kind: 'push', topic: 'T', data: 1, snapshot: false, fills: 2, stamp: undefined },
  ],
  [
    '{"topic":"T","data":1,"fills":"2"}',
    { kind: 'push', topic: 'T', data: 1, snapshot: false, stamp: undefined },
  ],
  ['{"topic":"T","data":null}', { kind: 'push', topic: 'T', data: null, snapshot: false, stamp: undefined }],
  [
    '{"topic":"T","data":[],"QuoteSeq":7,"Now":1000,"snapshot":true}',
    { kind: 'push', topic: 'T', data: [], snapshot: true, stamp: { quoteSeq: 7, nowMs: 1_000 } },
  ],
  [
    '{"topic":"T","data":1,"snapshot":1}',
    { kind: 'push', topic: 'T', data: 1, snapshot: false, stamp: undefined },
  ],
  ['{"topic":"T"}', undefined],
] as const

for (const [text, expected] of frames) {
  test(`parses ${text} as ${expected?.kind ?? 'undefined'}`, () =>
    assert.deepEqual(parseFrame(text), expected))
}

test('never throws, whatever arrives', () => {
  fc.assert(fc.property(fc.anything(), (received) => void parseFrame(received)))
  fc.assert(fc.property(fc.json(), (text) => void parseFrame(text)))
})

test('parses a frame of the maximum size and ignores a larger one', () => {
  const fit = `{"cmd":"pong"${' '.repeat(maxFrameCharacters - 14)}}`
  assert.equal(fit.length, maxFrameCharacters)
  assert.deepEqual(parseFrame(fit), { kind: 'pong', stamp: undefined })
  assert.equal(parseFrame(`${fit} `), undefined)
})
