import assert from 'node:assert/strict'
import sharp from 'sharp'
import { walkJpeg } from '#server/uploads/inspection/jpeg-parts.ts'

/** APP0 (the density), tables, one frame, scans: a picture and nothing besides. */
const plainMarkers = [0xe0, 0xdb, 0xc0, 0xc4, 0xda]

/** A whole JPEG that can be decoded, in sRGB, and tells nothing but what it shows. Gives its size. */
export async function assertCleanJpeg(bytes: Uint8Array) {
  const walk = walkJpeg(bytes, 0)
  assert.equal(walk?.end, bytes.length)
  const odd = walk?.segments.filter(({ marker }) => !plainMarkers.includes(marker)) ?? []
  assert.deepEqual(odd, [])
  const { format, space, channels, width, height, exif, icc, xmp, iptc, orientation } =
    await sharp(bytes).metadata()
  assert.deepEqual([format, space, channels], ['jpeg', 'srgb', 3])
  assert.deepEqual([exif, icc, xmp, iptc, orientation], Array(5).fill(undefined))
  await sharp(bytes, { failOn: 'warning' }).raw().toBuffer()
  return { width, height }
}
