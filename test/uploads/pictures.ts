// Generates images for tests.
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

type Size = { readonly width: number; readonly height: number }

/** An image with grain like a photograph. Each seed gives a different image, and no two rows are alike. */
export function drawing({ width, height }: Size, seed = 1): Sharp {
  const pixels = Buffer.alloc(width * height * 3)
  let state = seed
  for (let at = 0; at < pixels.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    pixels[at] = ((at / 3 / width) & 0xff) ^ (state >>> 25)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

export async function photo(size: Size = { width: 160, height: 120 }, seed = 1): Promise<Buffer> {
  return await drawing(size, seed).jpeg().toBuffer()
}

/** A sideways phone photo with GPS position, camera name and colour profile. */
export async function phonePhoto(): Promise<Buffer> {
  const drawn = drawing({ width: 160, height: 120 })
  const written = await drawn
    .withExif({
      IFD0: { Make: 'Telltale', Model: 'Phone 7' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1', GPSLongitudeRef: 'E' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>Telltale</note></x:xmpmeta>')
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  return withSegments(written, segment(0xed, Buffer.from('Photoshop 3.0\x008BIM Telltale', 'latin1')))
}

/** A JPEG segment: marker, length and data. */
export function segment(marker: number, data: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** Inserts the segments after the start marker of the JPEG. */
export function withSegments(jpeg: Buffer, ...segments: readonly Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

/** A PNG chunk: length, type, data and checksum. */
export function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

const pngHeadBytes = 8 + 25

/** Inserts the chunks after the header of the PNG. */
export function withChunks(png: Buffer, ...chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, pngHeadBytes), ...chunks, png.subarray(pngHeadBytes)])
}

/** A PNG that declares this size, but contains almost no data. */
export function hollowPng({ width, height }: Size): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const data = chunk('IDAT', deflateSync(Buffer.alloc(1000)))
  return Buffer.concat([signature, chunk('IHDR', header), data, chunk('IEND', Buffer.alloc(0))])
}

/** The start of an MP4 video, as appended to motion photos. */
export function film(data: Uint8Array = Buffer.alloc(3000, 'moving')): Buffer {
  return Buffer.concat([box('ftyp', Buffer.from('isom\0\0\x02\0isommp42', 'latin1')), box('mdat', data)])
}

function box(type: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, data])
}

/** A zip archive with one uncompressed file. */
export function zip(content: string): Buffer {
  const name = Buffer.from('run.me')
  const data = Buffer.from(content)
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20)
  facts.writeUInt32LE(crc32(data), 10)
  facts.writeUInt32LE(data.length, 14)
  facts.writeUInt32LE(data.length, 18)
  facts.writeUInt16LE(name.length, 22)
  const member = Buffer.concat([Buffer.from('PK\x03\x04'), facts, name, data])
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), facts, Buffer.alloc(14), name])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(member.length, 16)
  return Buffer.concat([member, central, end])
}
