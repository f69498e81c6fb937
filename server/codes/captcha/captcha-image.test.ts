import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { captchaSvg, createRng, renderCaptcha } from '#server/codes/captcha/captcha-image.ts'
import { captchaAlphabet, glyphOf, normalizeAnswer } from '#server/codes/captcha/glyphs.ts'
import { systemRandom } from '#server/platform/random.ts'
import { fc } from '#test/fast-check.ts'

const word = ['A', '7', 'K', 'W', '3'] as const

describe('a captcha image', () => {
  test('is a PNG of 320 × 120 pixels below 16 KiB, dark on light', async () => {
    const image = await renderCaptcha(word, systemRandom)
    const { format, width, height } = await sharp(image).metadata()
    assert.deepEqual([format, width, height], ['png', 320, 120])
    assert.ok(image.length < 16_384, `${image.length} bytes`)
    const { channels } = await sharp(image).greyscale().stats()
    assert.ok((channels[0]?.min ?? 255) < 110 && (channels[0]?.mean ?? 0) > 150)
  })

  test('depends only on its random source and differs every time', async () => {
    const steady = { bytes: (count: number) => Buffer.alloc(count, 77) }
    const [one, two] = await Promise.all([renderCaptcha(word, steady), renderCaptcha(word, steady)])
    assert.ok(one.equals(two))
    const other = await renderCaptcha(word, systemRandom)
    assert.ok(!one.equals(other) && !other.equals(await renderCaptcha(word, systemRandom)))
  })

  test('uses no font and does not contain its text', () => {
    assert.doesNotMatch(captchaSvg(word, createRng(systemRandom)), /text|font|A7KW3/)
  })

  test('contains every character completely', () => {
    const byte = fc.uint8Array({ minLength: 2048, maxLength: 2048 })
    fc.assert(
      fc.property(
        byte,
        fc.subarray([...captchaAlphabet], { minLength: 5, maxLength: 5 }),
        (bytes, characters) => {
          const svg = captchaSvg(characters, createRng({ bytes: () => bytes }))
          const strokes = characters.reduce((sum, character) => sum + glyphOf(character).length, 0)
          for (const [, path = ''] of [...svg.matchAll(/ d="([^"]+)"/g)].slice(0, strokes)) {
            for (const [, x, y] of path.matchAll(/[ML](\S+?) (-?[\d.]+)/g)) {
              assert.ok(Number(x) > 0 && Number(x) < 160 && Number(y) > 0 && Number(y) < 60, `${x} ${y}`)
            }
          }
        },
      ),
      { numRuns: 50 },
    )
  })

  test('has a different glyph for every character', () => {
    const drawings = captchaAlphabet.map((character) => JSON.stringify(glyphOf(character)))
    assert.equal(new Set(drawings).size, captchaAlphabet.length)
    for (const drawing of drawings) assert.match(drawing, /^\[\[\[[\d.,[\]-]+\]\]\]$/)
  })
})

describe('a typed captcha answer', () => {
  const typed: readonly (readonly [string, string])[] = [
    ['a7kw3', 'A7KW3'],
    [' A7 KW3 ', 'A7KW3'],
    ['Ａ７ｋｗ３', 'A7KW3'],
    ['41KWB', 'A7KW3'],
    ['A'.repeat(65), ''],
  ]
  for (const [text, expected] of typed) {
    test(`is normalized: ${text.slice(0, 8)}`, () => assert.equal(normalizeAnswer(text), expected))
  }

  test('keeps every character of the alphabet', () => {
    for (const character of captchaAlphabet) assert.equal(normalizeAnswer(character), character)
  })
})
