import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { inspectPicture } from '#server/uploads/inspection/inspect-picture.ts'
import { rewritePicture } from '#server/uploads/rewrite-picture.ts'
import { assertCleanJpeg } from '#test/uploads/assert-clean-jpeg.ts'
import { chunk, drawing, film, hollowPng, phonePhoto, photo, withChunks } from '#test/uploads/pictures.ts'

/** The new picture, or the reason why there is none. */
async function rewrite(bytes: Uint8Array): Promise<Uint8Array | string> {
  const found = inspectPicture(bytes, '')
  if (found.kind === 'refused') return found.reason
  const rewritten = await rewritePicture(found.essence, found.pictureKind)
  return rewritten.kind === 'refused' ? rewritten.reason : rewritten.bytes
}

async function mustRewrite(bytes: Uint8Array): Promise<Uint8Array> {
  const rewritten = await rewrite(bytes)
  assert.ok(typeof rewritten !== 'string', String(rewritten))
  return rewritten
}

async function pixelAt(jpeg: Uint8Array, left: number, top: number): Promise<number[]> {
  const area = { left, top, width: 1, height: 1 }
  return [...(await sharp(jpeg).extract(area).raw().toBuffer())]
}

function assertNear(actual: readonly number[], expected: readonly number[]): void {
  const isNear = expected.every((value, index) => Math.abs(value - (actual[index] ?? 999)) <= 8)
  assert.ok(isNear, `${actual} is not about ${expected}`)
}

describe('a picture written anew', () => {
  it('tells nothing of where, with what and by whom it was taken', async () => {
    const taken = await phonePhoto()
    assert.ok(
      taken.includes('Telltale') && (await sharp(taken).metadata()).exif?.includes('GPS') !== undefined,
    )
    const anew = Buffer.from(await mustRewrite(taken))
    await assertCleanJpeg(anew)
    assert.ok(!anew.includes('Telltale') && !anew.includes('Exif'))
  })

  it('stands upright, by what the phone wrote down before that goes', async () => {
    // Red on top as it is stored; orientation 6 means that its top belongs on the right.
    const red = await sharp({ create: { width: 100, height: 60, channels: 3, background: '#ff0000' } })
      .extend({ bottom: 60, background: '#0000ff' })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    for (const picture of [red, await sharp(red).keepMetadata().png().toBuffer()]) {
      const anew = await mustRewrite(picture)
      assert.deepEqual(await assertCleanJpeg(anew), { width: 120, height: 100 })
      assertNear(await pixelAt(anew, 110, 50), [255, 0, 0])
      assertNear(await pixelAt(anew, 10, 50), [0, 0, 255])
    }
  })

  it('is no longer than 2400 pixels on a side, and never larger than it was', async () => {
    const sizes = [
      [3000, 1000, 2400, 800],
      [600, 4800, 300, 2400],
      [2400, 100, 2400, 100],
      [60, 50, 60, 50],
    ] as const
    for (const [width, height, newWidth, newHeight] of sizes) {
      const anew = await mustRewrite(await photo({ width, height }))
      assert.deepEqual(await assertCleanJpeg(anew), { width: newWidth, height: newHeight })
    }
  })

  it('is in sRGB and on white, whatever it came in', async () => {
    const size = { width: 80, height: 60 }
    const clear = { create: { ...size, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } } as const
    for (const picture of [await sharp(clear).png().toBuffer(), await sharp(clear).webp().toBuffer()]) {
      const anew = await mustRewrite(picture)
      await assertCleanJpeg(anew)
      assertNear(await pixelAt(anew, 40, 30), [255, 255, 255])
    }
    await assertCleanJpeg(await mustRewrite(await drawing(size).toColourspace('cmyk').jpeg().toBuffer()))
    await assertCleanJpeg(await mustRewrite(await drawing(size).greyscale().jpeg().toBuffer()))
    await assertCleanJpeg(await mustRewrite(await drawing(size).toColourspace('rgb16').png().toBuffer()))
    await assertCleanJpeg(await mustRewrite(await drawing(size).png({ palette: true }).toBuffer()))
    const green = { create: { ...size, channels: 3, background: '#00ff00' } } as const
    const wide = await sharp(green).withIccProfile('p3').png().toBuffer()
    assertNear(await pixelAt(await mustRewrite(wide), 40, 30), [0, 255, 0])
  })

  it('leaves behind what followed it', async () => {
    const jpeg = await photo()
    const alone = await mustRewrite(jpeg)
    for (const follower of [await phonePhoto(), film(), Buffer.alloc(999)])
      assert.deepEqual(await mustRewrite(Buffer.concat([jpeg, follower])), alone)
  })

  it('is made of what phones write although it is not quite right', async () => {
    const jpeg = await photo()
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
    const odd = Buffer.from(jpeg)
    odd[scan + odd.readUInt16BE(scan + 2)] = 0
    assert.notDeepEqual(odd, jpeg)
    await assertCleanJpeg(await mustRewrite(odd))
    const stray = Buffer.concat([jpeg.subarray(0, scan), Buffer.from([1, 2, 3]), jpeg.subarray(scan)])
    await assertCleanJpeg(await mustRewrite(stray))
  })
})

describe('a bomb', () => {
  it('of pixels that are not there is refused', async () => {
    assert.equal(await rewrite(hollowPng({ width: 5000, height: 5000 })), 'image_damaged')
    assert.equal(await rewrite(hollowPng({ width: 100_000, height: 100_000 })), 'image_too_large')
  })

  it('of packed texts and profiles goes off nowhere', async () => {
    const png = await drawing({ width: 80, height: 60 }).png().toBuffer()
    const packed = deflateSync(Buffer.alloc(50_000_000))
    const named = Buffer.concat([Buffer.from('k\0\0'), packed])
    const loaded = withChunks(png, chunk('iCCP', named), chunk('zTXt', named), chunk('iTXt', named))
    assert.deepEqual(await mustRewrite(loaded), await mustRewrite(png))
  })

  it('of the wrong kind is never decoded, not even past the inspection', async () => {
    const drawn = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>')
    const size = { width: 60, height: 60 }
    for (const other of [
      drawn,
      await drawing(size).gif().toBuffer(),
      await drawing(size).tiff().toBuffer(),
    ]) {
      const { kind, ...told } = await rewritePicture(other, 'jpeg')
      assert.deepEqual([kind, 'reason' in told && told.reason], ['refused', 'image_damaged'])
    }
  })
})

it('drawings of our own can still be made in the same process', async () => {
  const drawn = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="60"/>')
  const { info } = await sharp(drawn).png().toBuffer({ resolveWithObject: true })
  assert.deepEqual([info.width, info.height], [99, 60])
})

describe('damage', () => {
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
    const outcome = await rewrite(bytes)
    if (typeof outcome === 'string')
      assert.match(outcome, /^image_(missing|unsupported|damaged|suspicious|too_large)$/)
    else await assertCleanJpeg(outcome)
  }

  it('by being cut short anywhere is noticed', async () => {
    for (const picture of whole) {
      for (let part = 0; part < 60; part += 1) {
        const cut = picture.subarray(0, Math.floor((picture.length * part) / 60))
        const outcome = await rewrite(cut)
        assert.match(String(outcome), /^image_(missing|unsupported|damaged)$/, `${part}/60`)
      }
    }
  })

  it('by being cut short and given an end is noticed in a JPEG', async () => {
    for (const picture of whole.slice(0, 2)) {
      const scan = picture.indexOf(Buffer.from([0xff, 0xda]))
      for (const part of [0.2, 0.5, 0.8, 0.95]) {
        const at = Math.floor(scan + 20 + (picture.length - scan - 20) * part)
        const cut = Buffer.concat([picture.subarray(0, at), Buffer.from([0xff, 0xd9])])
        assert.equal(await rewrite(cut), 'image_damaged', String(part))
      }
    }
  })

  it('of any other sort is refused, or gives a clean picture', async () => {
    const anyBytes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 })
    const property = fc.asyncProperty(fc.nat(5), anyBytes, async (index, changes) => {
      const picture = Buffer.from(whole[index] ?? Buffer.alloc(0))
      for (const [at, value] of changes) picture[at % picture.length] = value
      await assertRefusedOrClean(picture)
    })
    await fc.assert(property, { numRuns: 300 })
  })

  it('to the structure, where it hurts most, is refused, or gives a clean picture', async () => {
    for (const picture of whole) {
      for (let at = 2; at < 160; at += 2) {
        for (const value of [0x00, 0xff]) {
          const changed = Buffer.from(picture)
          changed[at] = value
          await assertRefusedOrClean(changed)
        }
      }
    }
  })

  it('by parts of one kind within another is refused, or gives a clean picture', async () => {
    const property = fc.asyncProperty(fc.nat(5), fc.nat(5), fc.nat(), async (first, second, where) => {
      const [a = Buffer.alloc(0), b = Buffer.alloc(0)] = [whole[first], whole[second]]
      const at = where % a.length
      await assertRefusedOrClean(Buffer.concat([a.subarray(0, at), b, a.subarray(at)]))
    })
    await fc.assert(property, { numRuns: 60 })
  })
})
