import assert from 'node:assert/strict'
import sharp from 'sharp'

/** Allowed markers: APP0 (density), quantisation tables, one frame, Huffman tables, a scan. */
const plainMarkers = [0xe0, 0xdb, 0xc0, 0xc4, 0xda]

/** Asserts a decodable sRGB JPEG without metadata or appended data, and returns its size. */
export async function assertCleanJpeg(bytes: Uint8Array) {
  assert.deepEqual([...bytes.subarray(-2)], [0xff, 0xd9])
  assert.deepEqual(
    markersOf(Buffer.from(bytes)).filter((marker) => !plainMarkers.includes(marker)),
    [],
  )
  const { format, space, channels, width, height, exif, icc, xmp, iptc, orientation } =
    await sharp(bytes).metadata()
  assert.deepEqual([format, space, channels], ['jpeg', 'srgb', 3])
  assert.deepEqual([exif, icc, xmp, iptc, orientation], Array(5).fill(undefined))
  await sharp(bytes, { failOn: 'warning' }).raw().toBuffer()
  return { width, height }
}

/** The markers up to the first scan. */
function markersOf(jpeg: Buffer): readonly number[] {
  const markers: number[] = []
  for (let at = 2; markers.at(-1) !== 0xda; at += 2 + jpeg.readUInt16BE(at + 2)) {
    assert.equal(jpeg[at], 0xff)
    markers.push(jpeg.readUInt8(at + 1))
  }
  return markers
}
