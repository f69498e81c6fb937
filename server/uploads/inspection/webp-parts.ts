// The structure of WebP is that of RFC 9649: a RIFF header with the length of all, then chunks of type, length and
// data, each padded to an even length.
import { animated, damaged, type PartsFound } from '#server/uploads/inspection/picture-parts.ts'

const headerBytes = 12
const chunkHeadBytes = 8
const mostChunks = 100

type Chunk = { readonly type: string; readonly from: number; readonly data: number; readonly to: number }

/** Three colours and transparency, of eight bits each. */
const bytesPerPixel = 4

/** Decoding needs these and no others. */
const neededChunks = ['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP', 'EXIF']

export function webpParts(bytes: Uint8Array): PartsFound {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = 8 + view.getUint32(4, true)
  const chunks = end > bytes.length ? undefined : walkChunks(view, end)
  if (chunks === undefined) return damaged
  if (chunks.some(({ type }) => type === 'ANIM' || type === 'ANMF')) return animated
  const size = chunks.map((chunk) => sizeIn(view, chunk)).find((found) => found !== undefined)
  if (size === undefined) return damaged
  const needed = chunks.filter(({ type }) => neededChunks.includes(type))
  return { kind: 'parts', ...size, bytesPerPixel, essence: wrap(bytes, needed), end }
}

function walkChunks(view: DataView, end: number): readonly Chunk[] | undefined {
  const chunks: Chunk[] = []
  let from = headerBytes
  while (from + chunkHeadBytes <= end) {
    const data = from + chunkHeadBytes
    const length = view.getUint32(from + 4, true)
    if (data + length > end || chunks.length === mostChunks) return undefined
    const to = Math.min(data + length + (length % 2), end)
    const type = Buffer.from(view.buffer, view.byteOffset + from, 4).toString('latin1')
    chunks.push({ type, from, data, to })
    from = to
  }
  return chunks
}

function wrap(bytes: Uint8Array, chunks: readonly Chunk[]): Uint8Array {
  const whole = Buffer.concat([
    bytes.subarray(0, headerBytes),
    ...chunks.map(({ from, to }) => bytes.subarray(from, to)),
  ])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}

type Size = { readonly width: number; readonly height: number }

/** The canvas of an extended file comes first, otherwise the one frame tells. */
function sizeIn(view: DataView, { type, data, to }: Chunk): Size | undefined {
  if (to - data < 10) return undefined
  if (type === 'VP8X') {
    const side = (at: number) => 1 + (view.getUint32(at, true) & 0xff_ff_ff)
    return { width: side(data + 4), height: 1 + (view.getUint32(data + 6, true) >>> 8) }
  }
  if (type === 'VP8 ') {
    const side = (at: number) => view.getUint16(at, true) & 0x3f_ff
    return { width: side(data + 6), height: side(data + 8) }
  }
  if (type !== 'VP8L') return undefined
  const packed = view.getUint32(data + 1, true)
  return { width: 1 + (packed & 0x3f_ff), height: 1 + ((packed >>> 14) & 0x3f_ff) }
}
