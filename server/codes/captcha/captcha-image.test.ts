import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { createChance, drawPicture, pictureSvg } from '#server/codes/captcha/captcha-image.ts'
import { captchaAlphabet, glyphOf, readCharacters } from '#server/codes/captcha/glyphs.ts'
import { systemRandom } from '#server/platform/random.ts'

const word = ['A', '7', 'K', 'W', '3'] as const

describe('a picture to be read', () => {
  test('is a small PNG of twice the size it is shown at, with ink on paper', async () => {
    const picture = await drawPicture(word, systemRandom)
    const { format, width, height } = await sharp(picture).metadata()
    assert.deepEqual([format, width, height], ['png', 320, 120])
    assert.ok(picture.length < 16_384, `${picture.length} bytes`)
    const { channels } = await sharp(picture).greyscale().stats()
    assert.ok((channels[0]?.min ?? 255) < 110 && (channels[0]?.mean ?? 0) > 150)
  })

  test('is never drawn the same way twice, but follows from its chance alone', async () => {
    const steady = { bytes: (count: number) => Buffer.alloc(count, 77) }
    const [one, two] = await Promise.all([drawPicture(word, steady), drawPicture(word, steady)])
    assert.ok(one.equals(two))
    const other = await drawPicture(word, systemRandom)
    assert.ok(!one.equals(other) && !other.equals(await drawPicture(word, systemRandom)))
  })

  test('needs no font and does not hold its text', () => {
    assert.doesNotMatch(pictureSvg(word, createChance(systemRandom)), /text|font|A7KW3/)
  })

  test('holds the whole of every character', () => {
    const byte = fc.uint8Array({ minLength: 2048, maxLength: 2048 })
    fc.assert(
      fc.property(
        byte,
        fc.subarray([...captchaAlphabet], { minLength: 5, maxLength: 5 }),
        (bytes, characters) => {
          const svg = pictureSvg(characters, createChance({ bytes: () => bytes }))
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

  test('has a drawing for every character, and no two alike', () => {
    const drawings = captchaAlphabet.map((character) => JSON.stringify(glyphOf(character)))
    assert.equal(new Set(drawings).size, captchaAlphabet.length)
    for (const drawing of drawings) assert.match(drawing, /^\[\[\[[\d.,[\]-]+\]\]\]$/)
  })
})

describe('what is typed under a picture', () => {
  const typed: readonly (readonly [string, string])[] = [
    ['a7kw3', 'A7KW3'],
    [' A7 KW3 ', 'A7KW3'],
    ['Ａ７ｋｗ３', 'A7KW3'],
    ['41KWB', 'A7KW3'],
    ['A'.repeat(65), ''],
  ]
  for (const [text, expected] of typed) {
    test(`is read as it was drawn: ${text.slice(0, 8)}`, () => assert.equal(readCharacters(text), expected))
  }

  test('stands for itself when it is one of the characters that are drawn', () => {
    for (const character of captchaAlphabet) assert.equal(readCharacters(character), character)
  })
})
