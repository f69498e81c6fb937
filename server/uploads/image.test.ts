import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { encodeImage, inspectImage } from '#server/uploads/image.ts'
import { fc } from '#test/fast-check.ts'
import { assertCleanJpeg } from '#test/uploads/assert-clean-jpeg.ts'
import {
  chunk,
  drawing,
  film,
  hollowPng,
  phonePhoto,
  photo,
  withChunks,
  zip,
} from '#test/uploads/pictures.ts'

/** The encoded image, or the reason for the refusal. */
async function encode(bytes: Uint8Array): Promise<Uint8Array | string> {
  const found = await inspectImage(bytes, '')
  if (found.kind === 'refused') return found.reason
  const encoded = await encodeImage(bytes, found.imageKind)
  return encoded.kind === 'refused' ? encoded.reason : encoded.bytes
}

async function mustEncode(bytes: Uint8Array): Promise<Uint8Array> {
  const encoded = await encode(bytes)
  assert.ok(typeof encoded !== 'string', String(encoded))
  return encoded
}

async function pixelAt(jpeg: Uint8Array, left: number, top: number): Promise<number[]> {
  const area = { left, top, width: 1, height: 1 }
  return [...(await sharp(jpeg).extract(area).raw().toBuffer())]
}

function assertNear(actual: readonly number[], expected: readonly number[]): void {
  const isNear = expected.every((value, index) => Math.abs(value - (actual[index] ?? 999)) <= 8)
  assert.ok(isNear, `${actual} is not about ${expected}`)
}

const size = { width: 90, height: 70 }

async function inspect(bytes: Uint8Array, claimedType = ''): Promise<string> {
  const found = await inspectImage(bytes, claimedType)
  return found.kind === 'refused' ? found.reason : `${found.imageKind} of ${found.pixels}`
}

const text = (words: string) => Buffer.from(words, 'latin1')

describe('inspectImage', () => {
  let jpeg: Buffer
  let png: Buffer
  let webp: Buffer
  before(async () => {
    jpeg = await photo(size)
    png = await drawing(size).png().toBuffer()
    webp = await drawing(size).webp().toBuffer()
  })

  /** The same JPEG with this width and height in its header. */
  function resized(width: number, height: number): Buffer {
    const changed = Buffer.from(jpeg)
    const frame = changed.indexOf(Buffer.from([0xff, 0xc0]))
    changed.writeUInt16BE(height, frame + 5)
    changed.writeUInt16BE(width, frame + 7)
    return changed
  }

  it('recognises JPEG, PNG and WebP by their bytes', async () => {
    assert.equal(await inspect(jpeg), 'jpeg of 6300')
    assert.equal(await inspect(png), 'png of 6300')
    assert.equal(await inspect(webp), 'webp of 6300')
    assert.equal(await inspect(await drawing(size).webp({ lossless: true }).toBuffer()), 'webp of 6300')
    assert.equal(await inspect(await drawing(size).jpeg({ progressive: true }).toBuffer()), 'jpeg of 6300')
    assert.equal(await inspect(await phonePhoto()), 'jpeg of 19200')
  })

  it('accepts a matching or vague media type and refuses a contradicting one', async () => {
    for (const claim of ['image/jpeg', 'IMAGE/JPG', 'image/pjpeg; q=1', '', 'application/octet-stream'])
      assert.equal(await inspect(jpeg, claim), 'jpeg of 6300', claim)
    for (const claim of ['image/png', 'image/webp', 'image/svg+xml', 'text/html', 'application/pdf', 'x'])
      assert.equal(await inspect(jpeg, claim), 'image_suspicious', claim)
    assert.equal(await inspect(png, 'image/jpeg'), 'image_suspicious')
    assert.equal(await inspect(webp, 'image/png'), 'image_suspicious')
  })

  it('refuses every other format, whatever it claims to be', async () => {
    const others = [
      await drawing(size).gif().toBuffer(),
      await drawing(size).tiff().toBuffer(),
      await drawing(size).avif({ effort: 0 }).toBuffer(),
      text('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
      text('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="70"/>'),
      text('%PDF-1.7\n'),
      text('BM\x46\0\0\0'),
      text('RIFF\x04\0\0\0WAVE'),
      text(' \xff\xd8\xff'),
      text('\xff\xd8'),
    ]
    for (const bytes of others)
      for (const claim of ['', 'image/jpeg']) assert.equal(await inspect(bytes, claim), 'image_unsupported')
  })

  it('refuses an empty file and one above 10 MB', async () => {
    assert.equal(await inspect(Buffer.alloc(0)), 'image_missing')
    const padded = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])
    assert.equal(await inspect(padded(10 * 1024 * 1024)), 'jpeg of 6300')
    assert.equal(await inspect(padded(10 * 1024 * 1024 + 1)), 'image_too_large')
  })

  it('refuses more pixels than can be decoded, however small the file', async () => {
    assert.equal(await inspect(hollowPng({ width: 10_000, height: 2500 })), 'png of 25000000')
    assert.equal(await inspect(hollowPng({ width: 10_000, height: 2501 })), 'image_too_large')
    assert.equal(await inspect(resized(10_000, 5000)), 'jpeg of 50000000')
    assert.equal(await inspect(resized(10_000, 5001)), 'image_too_large')
    assert.equal(await inspect(resized(65_000, 65_000)), 'image_too_large')
  })

  it('refuses a side above 16,384 pixels, however short the other', async () => {
    assert.equal(await inspect(hollowPng({ width: 16_384, height: 50 })), 'png of 819200')
    assert.equal(await inspect(hollowPng({ width: 1_000_000, height: 50 })), 'image_too_large')
    assert.equal(await inspect(resized(50, 16_384)), 'jpeg of 819200')
    assert.equal(await inspect(resized(50, 16_385)), 'image_too_large')
  })

  it('refuses a side below 50 pixels', async () => {
    for (const [width, height, expected] of [
      [1, 1, 'image_damaged'],
      [49, 500, 'image_damaged'],
      [500, 49, 'image_damaged'],
      [50, 50, 'jpeg of 2500'],
    ] as const)
      assert.equal(await inspect(await photo({ width, height })), expected)
    assert.equal(await inspect(hollowPng({ width: 0, height: 0 })), 'image_damaged')
  })

  it('refuses an animated WebP', async () => {
    const frames = { raw: { width: 60, height: 120, channels: 3, pageHeight: 60 } } as const
    const pixels = Buffer.alloc(60 * 120 * 3, 9).fill(200, 60 * 60 * 3)
    const moving = await sharp(pixels, frames)
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer()
    assert.ok(moving.includes('ANMF'))
    assert.equal(await inspect(moving), 'image_unsupported')
  })
})

describe('encodeImage', () => {
  it('removes place, camera and author of a photo', async () => {
    const taken = await phonePhoto()
    assert.ok(
      taken.includes('Telltale') && (await sharp(taken).metadata()).exif?.includes('GPS') !== undefined,
    )
    const encoded = Buffer.from(await mustEncode(taken))
    await assertCleanJpeg(encoded)
    assert.ok(!encoded.includes('Telltale') && !encoded.includes('Exif'))
  })

  it('rotates the image upright by its EXIF orientation', async () => {
    // Stored with red at the top. Orientation 6 means that the stored top is the right side.
    const red = await sharp({ create: { width: 100, height: 60, channels: 3, background: '#ff0000' } })
      .extend({ bottom: 60, background: '#0000ff' })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    for (const image of [red, await sharp(red).keepMetadata().png().toBuffer()]) {
      const encoded = await mustEncode(image)
      assert.deepEqual(await assertCleanJpeg(encoded), { width: 120, height: 100 })
      assertNear(await pixelAt(encoded, 110, 50), [255, 0, 0])
      assertNear(await pixelAt(encoded, 10, 50), [0, 0, 255])
    }
  })

  it('shrinks to 2,400 pixels on a side and never enlarges', async () => {
    const sizes = [
      [3000, 1000, 2400, 800],
      [600, 4800, 300, 2400],
      [2400, 100, 2400, 100],
      [60, 50, 60, 50],
    ] as const
    for (const [width, height, newWidth, newHeight] of sizes) {
      const encoded = await mustEncode(await photo({ width, height }))
      assert.deepEqual(await assertCleanJpeg(encoded), { width: newWidth, height: newHeight })
    }
  })

  it('converts any colour space to sRGB and puts transparency on white', async () => {
    const size = { width: 80, height: 60 }
    const clear = { create: { ...size, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } } as const
    for (const image of [await sharp(clear).png().toBuffer(), await sharp(clear).webp().toBuffer()]) {
      const encoded = await mustEncode(image)
      await assertCleanJpeg(encoded)
      assertNear(await pixelAt(encoded, 40, 30), [255, 255, 255])
    }
    await assertCleanJpeg(await mustEncode(await drawing(size).toColourspace('cmyk').jpeg().toBuffer()))
    await assertCleanJpeg(await mustEncode(await drawing(size).greyscale().jpeg().toBuffer()))
    await assertCleanJpeg(await mustEncode(await drawing(size).toColourspace('rgb16').png().toBuffer()))
    await assertCleanJpeg(await mustEncode(await drawing(size).png({ palette: true }).toBuffer()))
    const green = { create: { ...size, channels: 3, background: '#00ff00' } } as const
    const wide = await sharp(green).withIccProfile('p3').png().toBuffer()
    assertNear(await pixelAt(await mustEncode(wide), 40, 30), [0, 255, 0])
  })

  it('drops anything appended to the file', async () => {
    const jpeg = await photo()
    const alone = await mustEncode(jpeg)
    for (const follower of [await phonePhoto(), film(), Buffer.alloc(999), zip('echo'), text('<?php id();')])
      assert.deepEqual(await mustEncode(Buffer.concat([jpeg, follower])), alone)
  })

  it('accepts slightly invalid JPEGs that phones write', async () => {
    const jpeg = await photo()
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
    const odd = Buffer.from(jpeg)
    odd[scan + odd.readUInt16BE(scan + 2)] = 0
    assert.notDeepEqual(odd, jpeg)
    await assertCleanJpeg(await mustEncode(odd))
    const stray = Buffer.concat([jpeg.subarray(0, scan), Buffer.from([1, 2, 3]), jpeg.subarray(scan)])
    await assertCleanJpeg(await mustEncode(stray))
  })
})

describe('a decompression bomb', () => {
  it('that declares pixels it does not have is refused', async () => {
    assert.equal(await encode(hollowPng({ width: 5000, height: 5000 })), 'image_damaged')
    assert.equal(await encode(hollowPng({ width: 100_000, height: 100_000 })), 'image_too_large')
  })

  it('of one large text and profile gives the same image', async () => {
    const png = await drawing({ width: 80, height: 60 }).png().toBuffer()
    const packed = deflateSync(Buffer.alloc(50_000_000))
    const named = Buffer.concat([Buffer.from('k\0\0'), packed])
    const loaded = withChunks(png, chunk('iCCP', named), chunk('zTXt', named), chunk('iTXt', named))
    assert.deepEqual(await mustEncode(loaded), await mustEncode(png))
  })

  it('of many packed texts is refused before it is decoded', async () => {
    const png = await drawing({ width: 80, height: 60 }).png().toBuffer()
    const named = Buffer.concat([Buffer.from('k\0\0'), deflateSync(Buffer.alloc(1000))])
    const texts = (count: number) =>
      Array.from({ length: count }, (_, at) => chunk(at % 2 === 0 ? 'zTXt' : 'iTXt', named))
    assert.equal(await inspect(withChunks(png, ...texts(8))), 'png of 4800')
    assert.equal(await inspect(withChunks(png, ...texts(9))), 'image_suspicious')
  })

  it('of another format is refused by the encoder as well', async () => {
    const drawn = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>')
    const size = { width: 60, height: 60 }
    for (const other of [
      drawn,
      await drawing(size).gif().toBuffer(),
      await drawing(size).tiff().toBuffer(),
    ]) {
      const { kind, ...told } = await encodeImage(other, 'jpeg')
      assert.deepEqual([kind, 'reason' in told && told.reason], ['refused', 'image_damaged'])
    }
  })
})

it('sharp still draws SVG in the same process', async () => {
  const drawn = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="60"/>')
  const { info } = await sharp(drawn).png().toBuffer({ resolveWithObject: true })
  assert.deepEqual([info.width, info.height], [99, 60])
})

describe('a damaged image', () => {
  const size = { width: 70, height: 60 }
  let whole: readonly Buffer[]
  before(async () => {
    whole = [
      await photo(size),
      await drawing(size).jpeg({ progressive: true }).toBuffer(),
      await drawing(size).png().toBuffer(),
      await drawing(size).png({ progressive: true, palette: true }).toBuffer(),
      await drawing(size).webp().toBuffer(),
      await drawing(size).ensureAlpha(0.5).webp({ lossless: true }).toBuffer(),
    ]
  })

  async function assertRefusedOrClean(bytes: Uint8Array): Promise<void> {
    const outcome = await encode(bytes)
    if (typeof outcome === 'string')
      assert.match(outcome, /^image_(missing|unsupported|damaged|suspicious|too_large)$/)
    else await assertCleanJpeg(outcome)
  }

  it('is refused wherever it is cut short', async () => {
    for (const image of whole) {
      for (let part = 0; part < 60; part += 1) {
        const cut = image.subarray(0, Math.floor((image.length * part) / 60))
        const outcome = await encode(cut)
        assert.match(String(outcome), /^image_(missing|unsupported|damaged)$/, `${part}/60`)
      }
    }
  })

  it('is refused if a JPEG is cut short and an end marker added', async () => {
    for (const image of whole.slice(0, 2)) {
      const scan = image.indexOf(Buffer.from([0xff, 0xda]))
      for (const part of [0.2, 0.5, 0.8, 0.95]) {
        const at = Math.floor(scan + 20 + (image.length - scan - 20) * part)
        const cut = Buffer.concat([image.subarray(0, at), Buffer.from([0xff, 0xd9])])
        assert.equal(await encode(cut), 'image_damaged', String(part))
      }
    }
  })

  it('is refused or gives a clean image with random bytes changed', async () => {
    const anyBytes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 })
    const property = fc.asyncProperty(fc.nat(5), anyBytes, async (index, changes) => {
      const image = Buffer.from(whole[index] ?? Buffer.alloc(0))
      for (const [at, value] of changes) image[at % image.length] = value
      await assertRefusedOrClean(image)
    })
    await fc.assert(property, { numRuns: 300 })
  })

  it('is refused or gives a clean image with its header changed', async () => {
    for (const image of whole) {
      for (let at = 2; at < 160; at += 2) {
        for (const value of [0x00, 0xff]) {
          const changed = Buffer.from(image)
          changed[at] = value
          await assertRefusedOrClean(changed)
        }
      }
    }
  })

  it('is refused or gives a clean image with another image inside', async () => {
    const property = fc.asyncProperty(fc.nat(5), fc.nat(5), fc.nat(), async (first, second, where) => {
      const [a = Buffer.alloc(0), b = Buffer.alloc(0)] = [whole[first], whole[second]]
      const at = where % a.length
      await assertRefusedOrClean(Buffer.concat([a.subarray(0, at), b, a.subarray(at)]))
    })
    await fc.assert(property, { numRuns: 60 })
  })
})
