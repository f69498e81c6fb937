import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { imageKindOf } from '#web/screens/auth/image-kind.ts'

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

describe('what a file is by its first bytes', () => {
  const table: readonly (readonly [string, Uint8Array, string | undefined])[] = [
    ['a JPEG', Uint8Array.of(0xff, 0xd8, 0xff, 0xe1, 0, 0), 'jpeg'],
    ['a PNG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), 'png'],
    ['a WebP', ascii('RIFF....WEBPVP8 '), 'webp'],
    ['a sound in the same wrapping', ascii('RIFF....WAVEfmt '), undefined],
    ['a picture of a newer phone', ascii('....ftypheic'), undefined],
    ['a GIF', ascii('GIF89a......'), undefined],
    ['a drawing, which may hold scripts', ascii('<svg xmlns="h'), undefined],
    ['a document', ascii('%PDF-1.7....'), undefined],
    ['half a beginning', Uint8Array.of(0xff, 0xd8), undefined],
    ['nothing', new Uint8Array(), undefined],
  ]
  for (const [name, bytes, kind] of table) {
    test(`${name} is ${kind ?? 'none of ours'}`, () => assert.equal(imageKindOf(bytes), kind))
  }
})
