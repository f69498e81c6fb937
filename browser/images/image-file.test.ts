import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { imageKindOf } from '#browser/images/image-file.ts'

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

describe('imageKindOf', () => {
  const table: readonly (readonly [string, Uint8Array, string | undefined])[] = [
    ['a JPEG', Uint8Array.of(0xff, 0xd8, 0xff, 0xe1, 0, 0), 'jpeg'],
    ['a PNG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), 'png'],
    ['a WebP', ascii('RIFF....WEBPVP8 '), 'webp'],
    ['a WAV file, which shares the RIFF header', ascii('RIFF....WAVEfmt '), undefined],
    ['a HEIC image', ascii('....ftypheic'), undefined],
    ['a GIF', ascii('GIF89a......'), undefined],
    ['an SVG, which may contain scripts', ascii('<svg xmlns="h'), undefined],
    ['a PDF', ascii('%PDF-1.7....'), undefined],
    ['a truncated JPEG header', Uint8Array.of(0xff, 0xd8), undefined],
    ['an empty file', new Uint8Array(), undefined],
  ]
  for (const [name, bytes, kind] of table) {
    test(`${name} is ${kind ?? 'not accepted'}`, () => assert.equal(imageKindOf(bytes), kind))
  }
})
