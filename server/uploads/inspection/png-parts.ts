// The structure of PNG is that of ISO/IEC 15948: a signature, then chunks of length, type, data and checksum.
import { animated, damaged, type PartsFound } from '#server/uploads/inspection/picture-parts.ts'

/**
 * Decoding needs these and no others. Texts above all stay out: each may unpack to a thousand times its size, and
 * there can be a thousand of them.
 */
const neededChunks = ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'eXIf']

/** The other chunks are small by nature; a colour profile has a few kilobytes. */
const largestHelpingBytes = 512 * 1024
const mostChunks = 20_000

const signatureBytes = 8
/** Length, type and checksum. */
const frameBytes = 12

type Chunk = { readonly type: string; readonly from: number; readonly to: number }

export function pngParts(bytes: Uint8Array): PartsFound {
  const chunks = walkPng(bytes)
  const [header] = chunks ?? []
  if (chunks === undefined || header?.type !== 'IHDR' || header.to - header.from !== frameBytes + 13)
    return damaged
  if (chunks.some(({ type }) => type === 'acTL')) return animated
  const needed = chunks.filter(isNeeded)
  return {
    kind: 'parts',
    width: readUint32(bytes, header.from + 8),
    height: readUint32(bytes, header.from + 12),
    // Palettes become colours and transparency becomes a channel, so that all four can come of any kind.
    bytesPerPixel: bytes[header.from + 16] === 16 ? 8 : 4,
    essence: Buffer.concat([
      bytes.subarray(0, signatureBytes),
      ...needed.map(({ from, to }) => bytes.subarray(from, to)),
    ]),
    end: chunks.at(-1)?.to ?? 0,
  }
}

/** From the signature to the chunk that ends it; undefined when that one never comes. */
function walkPng(bytes: Uint8Array): readonly Chunk[] | undefined {
  const chunks: Chunk[] = []
  let from = signatureBytes
  while (chunks.length < mostChunks && from + frameBytes <= bytes.length) {
    const to = from + frameBytes + readUint32(bytes, from)
    if (to > bytes.length) return undefined
    const type = Buffer.from(bytes.subarray(from + 4, from + 8)).toString('latin1')
    chunks.push({ type, from, to })
    if (type === 'IEND') return chunks
    from = to
  }
  return undefined
}

function isNeeded({ type, from, to }: Chunk): boolean {
  return neededChunks.includes(type) && (type === 'IDAT' || to - from <= largestHelpingBytes)
}

function readUint32(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at, at + 4)
  return a * 2 ** 24 + ((b << 16) | (c << 8) | d)
}
