import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { inspectPicture } from '#server/uploads/inspection/inspect-picture.ts'
import {
  chunk,
  drawing,
  film,
  hollowPng,
  phonePhoto,
  photo,
  segment,
  withChunks,
  withSegments,
  zip,
} from '#test/uploads/pictures.ts'

const size = { width: 90, height: 70 }

function judge(bytes: Uint8Array, claimedType = ''): string {
  const found = inspectPicture(bytes, claimedType)
  return found.kind === 'refused' ? found.reason : `${found.pictureKind} of ${found.pixels}`
}

function essenceOf(bytes: Uint8Array): Buffer {
  const found = inspectPicture(bytes, '')
  assert.equal(found.kind, 'picture')
  return found.kind === 'picture' ? Buffer.from(found.essence) : Buffer.alloc(0)
}

const text = (words: string) => Buffer.from(words, 'latin1')

describe('inspecting a picture', () => {
  let jpeg: Buffer
  let png: Buffer
  let webp: Buffer
  before(async () => {
    jpeg = await photo(size)
    png = await drawing(size).png().toBuffer()
    webp = await drawing(size).webp().toBuffer()
  })

  /** The same JPEG, with something else said of its size and of its colours. */
  function framed(width: number, height: number, channels = 3): Buffer {
    const changed = Buffer.from(jpeg)
    const frame = changed.indexOf(Buffer.from([0xff, 0xc0]))
    changed.writeUInt16BE(height, frame + 5)
    changed.writeUInt16BE(width, frame + 7)
    changed.writeUInt8(channels, frame + 9)
    return changed
  }

  it('tells the three kinds and their size by their bytes', async () => {
    assert.equal(judge(jpeg), 'jpeg of 6300')
    assert.equal(judge(png), 'png of 6300')
    assert.equal(judge(webp), 'webp of 6300')
    assert.equal(judge(await drawing(size).webp({ lossless: true }).toBuffer()), 'webp of 6300')
    assert.equal(judge(await drawing(size).ensureAlpha(0.5).webp().toBuffer()), 'webp of 6300')
    assert.equal(judge(await drawing(size).jpeg({ progressive: true }).toBuffer()), 'jpeg of 6300')
    assert.equal(
      judge(await drawing(size).png({ palette: true, progressive: true }).toBuffer()),
      'png of 6300',
    )
  })

  it('takes a claim that agrees or says nothing, and no other', () => {
    for (const claim of ['image/jpeg', 'IMAGE/JPG', 'image/pjpeg; q=1', '', 'application/octet-stream'])
      assert.equal(judge(jpeg, claim), 'jpeg of 6300', claim)
    for (const claim of ['image/png', 'image/webp', 'image/svg+xml', 'text/html', 'application/pdf', 'x'])
      assert.equal(judge(jpeg, claim), 'image_suspicious', claim)
    assert.equal(judge(png, 'image/jpeg'), 'image_suspicious')
    assert.equal(judge(webp, 'image/png'), 'image_suspicious')
  })

  it('refuses everything else that shows a picture, whatever it claims', async () => {
    const others = [
      await drawing(size).gif().toBuffer(),
      await drawing(size).tiff().toBuffer(),
      await drawing(size).avif({ effort: 0 }).toBuffer(),
      text('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
      text('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="70"/>'),
      text('%PDF-1.7\n'),
      text('BM\x46\0\0\0'),
      text('\0\0\x01\0\x01\0'),
      text('RIFF\x04\0\0\0WAVE'),
      text(' \xff\xd8\xff'),
      text('\xff\xd8'),
      text('GIF89a'),
    ]
    for (const bytes of others)
      for (const claim of ['', 'image/jpeg']) assert.equal(judge(bytes, claim), 'image_unsupported')
  })

  it('refuses nothing, and too much', () => {
    assert.equal(judge(Buffer.alloc(0)), 'image_missing')
    const padded = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])
    assert.equal(judge(padded(10 * 1024 * 1024)), 'jpeg of 6300')
    assert.equal(judge(padded(10 * 1024 * 1024 + 1)), 'image_too_large')
  })

  it('refuses more pixels than can be decoded, however small the file', () => {
    assert.equal(judge(hollowPng({ width: 10_000, height: 2500 })), 'png of 25000000')
    assert.equal(judge(hollowPng({ width: 10_000, height: 2501 })), 'image_too_large')
    assert.equal(judge(hollowPng({ width: 2 ** 31 - 1, height: 2 ** 31 - 1 })), 'image_too_large')
    assert.equal(judge(framed(10_000, 5000)), 'jpeg of 50000000')
    assert.equal(judge(framed(10_000, 5001)), 'image_too_large')
    assert.equal(judge(framed(65_000, 65_000)), 'image_too_large')
    const canvas = Buffer.alloc(10, 0xff)
    canvas[0] = 0
    const head = text('RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0')
    head.writeUInt32LE(head.length + canvas.length - 8, 4)
    assert.equal(judge(Buffer.concat([head, canvas])), 'image_too_large')
  })

  it('refuses a side that is too long, however short the other', async () => {
    assert.equal(judge(hollowPng({ width: 16_384, height: 50 })), 'png of 819200')
    assert.equal(judge(hollowPng({ width: 1_000_000, height: 50 })), 'image_too_large')
    assert.equal(judge(framed(50, 16_384)), 'jpeg of 819200')
    assert.equal(judge(framed(50, 16_385)), 'image_too_large')
    const long = sharp({ create: { width: 16_400, height: 60, channels: 3, background: '#999999' } })
    assert.equal(judge(await long.png().toBuffer()), 'image_too_large')
  })

  it('refuses what would be too much once it is unpacked', () => {
    assert.equal(judge(framed(10_000, 5000, 4)), 'jpeg of 50000000')
    assert.equal(judge(framed(10_000, 5000, 5)), 'image_too_large')
    assert.equal(judge(framed(5000, 5000, 8)), 'jpeg of 25000000')
    assert.equal(judge(framed(5000, 5000, 9)), 'image_too_large')
  })

  it('refuses pictures in which nothing can be read', async () => {
    for (const [width, height, verdict] of [
      [1, 1, 'image_damaged'],
      [49, 500, 'image_damaged'],
      [500, 49, 'image_damaged'],
      [50, 50, 'jpeg of 2500'],
    ] as const)
      assert.equal(judge(await photo({ width, height })), verdict)
    assert.equal(judge(hollowPng({ width: 0, height: 0 })), 'image_damaged')
  })

  it('refuses pictures that move', async () => {
    const frames = { raw: { width: 60, height: 120, channels: 3, pageHeight: 60 } } as const
    const pixels = Buffer.alloc(60 * 120 * 3, 9).fill(200, 60 * 60 * 3)
    const moving = await sharp(pixels, frames)
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer()
    assert.ok(moving.includes('ANMF'))
    assert.equal(judge(moving), 'image_unsupported')
    assert.equal(
      judge(withChunks(png, chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])))),
      'image_unsupported',
    )
  })

  it('refuses whatever ends before its end', () => {
    for (const whole of [jpeg, png, webp])
      for (const missing of [1, 2, 5, 12, 100, whole.length - 30])
        assert.match(judge(whole.subarray(0, whole.length - missing)), /^image_damaged$/)
  })

  it('refuses more parts than any camera writes', () => {
    const remarks = Array.from({ length: 3000 }, () => segment(0xfe, text('x')))
    assert.equal(judge(withSegments(jpeg, ...remarks)), 'image_damaged')
    const texts = Array.from({ length: 30_000 }, () => chunk('tEXt', text('a\0b')))
    assert.equal(judge(withChunks(png, ...texts)), 'image_damaged')
    const scan = segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0]))
    const scans = Array.from({ length: 65 }, () => scan)
    assert.equal(judge(Buffer.concat([jpeg.subarray(0, -2), ...scans, jpeg.subarray(-2)])), 'image_damaged')
  })
})

describe('what a decoder is given', () => {
  it('is a JPEG without what it does not need', async () => {
    const essence = essenceOf(
      withSegments(await phonePhoto(), segment(0xfe, text('a remark')), segment(0xeb, text('JP secret'))),
    )
    for (const gone of ['xmpmeta', 'Photoshop', 'a remark', 'JP secret'])
      assert.ok(!essence.includes(gone), gone)
    for (const kept of ['Exif', 'ICC_PROFILE']) assert.ok(essence.includes(kept), kept)
    assert.equal((await sharp(essence).metadata()).orientation, 6)
  })

  it('is a PNG without texts that unpack to gigabytes', async () => {
    const packed = deflateSync(Buffer.alloc(5_000_000))
    const bombs = Array.from({ length: 50 }, () => chunk('zTXt', Buffer.concat([text('k\0\0'), packed])))
    const profile = chunk('iCCP', Buffer.concat([text('p\0\0'), Buffer.alloc(600_000, 7)]))
    const png = await drawing(size).png().toBuffer()
    const essence = essenceOf(withChunks(png, ...bombs, profile))
    assert.ok(essence.length <= png.length)
    assert.equal((await sharp(essence).raw().toBuffer()).length, 90 * 70 * 3)
  })

  it('is a WebP without what it does not need', async () => {
    const webp = await drawing(size).withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').webp().toBuffer()
    assert.ok(webp.includes('xmpmeta'))
    const essence = essenceOf(webp)
    assert.ok(!essence.includes('xmpmeta'))
    assert.equal((await sharp(essence).raw().toBuffer()).length, 90 * 70 * 3)
  })

  it('ends where the picture ends', async () => {
    for (const whole of [
      await photo(size),
      await drawing(size).png().toBuffer(),
      await drawing(size).webp().toBuffer(),
    ]) {
      const essence = essenceOf(Buffer.concat([whole, text('\x01\x02 behind it')]))
      assert.ok(essence.length <= whole.length && !essence.includes('behind it'))
    }
  })
})

describe('behind a picture', () => {
  const follows = {
    'a zip archive': zip('echo stolen'),
    'a zip archive behind padding': Buffer.concat([Buffer.alloc(64), zip('echo stolen')]),
    'a zip archive inside a film': film(zip('echo stolen')),
    'the end of a zip archive': zip('echo stolen').subarray(-22),
    'a document': text('%PDF-1.4\n1 0 obj'),
    'a page': text('\n<!DOCTYPE html><p>hello'),
    'a page in capitals': text('<HTML ><body>'),
    'a script of a page': text('<script>alert(1)</script>'),
    'a script of a server': text('<?php system($_GET[0]); ?>'),
    'a short script of a server': text('<?= `id` ?>'),
    'a template': text('<%= system("id") %>'),
    'a shell script': text('#!/bin/sh\nid\n'),
    'a program of Windows': text('MZ\x90\0\x03\0\0\0'),
    'a program of Linux': text('\x7fELF\x02\x01\x01\0\0'),
    'a program of macOS': text('\xcf\xfa\xed\xfe\x07\0\0\x01'),
    'a class of Java': text('\xca\xfe\xba\xbe\0\0\0\x34'),
    'a packed file': text('\x1f\x8b\x08\0\0\0\0\0'),
    'a RAR archive': text('Rar!\x1a\x07\x01\0'),
    'a 7z archive': text('7z\xbc\xaf\x27\x1c\0\x04'),
    'a PHP archive': text('binary \0\x01 __HALT_COMPILER(); ?>'),
    'a drawing': text('<svg width="9" xmlns="http://www.w3.org/2000/svg" onload="x()"/>'),
    'a database': text('SQLite format 3\0'),
    'an old office document': text('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
  }
  for (const [name, hidden] of Object.entries(follows)) {
    it(`${name} is not let through`, async () => {
      for (const whole of [
        await photo(size),
        await drawing(size).png().toBuffer(),
        await drawing(size).webp().toBuffer(),
      ])
        assert.equal(judge(Buffer.concat([whole, hidden])), 'image_suspicious')
    })
  }

  it('what phones put there is let through, and left behind', async () => {
    const jpeg = await photo(size)
    const preview = await phonePhoto()
    const samsung = text('\0\0\x01\x0a\x0e\0\0\0Image_UTC_Data1718000000000SEFH\x6b\0\0\0\x01\0\0\0SEFT')
    for (const follower of [
      Buffer.alloc(4096),
      text('\r\n'),
      preview,
      Buffer.concat([Buffer.alloc(100), preview, Buffer.alloc(7), preview]),
      film(),
      Buffer.concat([preview, film()]),
      Buffer.concat([Buffer.alloc(9), film(Buffer.alloc(24))]),
      samsung,
      Buffer.concat([samsung.subarray(0, 30), film(), samsung]),
      text('{"scene": "document"}'),
      Buffer.alloc(100_000, 0xa7),
    ])
      assert.equal(judge(Buffer.concat([jpeg, follower])), 'jpeg of 6300')
  })

  it('what is made to be slow to look through is not', async () => {
    const jpeg = await photo(size)
    for (const pattern of ['<', '<scrip', '<svg ', '<!doctype ', 'PK\x03\x04', '\xff', '\xff\xd8\xff\xd9']) {
      const long = Buffer.alloc(5_000_000, text(pattern))
      const before = process.cpuUsage()
      inspectPicture(Buffer.concat([jpeg, long]), '')
      inspectPicture(Buffer.concat([jpeg.subarray(0, -2), long, jpeg.subarray(-2)]), '')
      // Time of our own, so that a busy machine makes no difference.
      assert.ok(process.cpuUsage(before).user < 2_000_000, pattern)
    }
  })
})

describe('in the metadata of a picture', () => {
  it('a script or a document is not let through either', async () => {
    const jpeg = await photo(size)
    const png = await drawing(size).png().toBuffer()
    for (const words of [
      '<?php eval($x);',
      '<script src=x>',
      '%PDF-1.5',
      `x${zip('a').toString('latin1')}`,
    ]) {
      assert.equal(judge(withSegments(jpeg, segment(0xfe, text(words)))), 'image_suspicious')
      assert.equal(judge(withChunks(png, chunk('tEXt', text(`Comment\0${words}`)))), 'image_suspicious')
    }
  })

  it('what cameras write is let through', async () => {
    assert.equal(judge(await phonePhoto()), 'jpeg of 19200')
  })
})
