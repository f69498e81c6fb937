// The structure of JPEG is that of ITU-T T.81, annex B: markers, most of them with a length, and after each start of
// a scan its coded data up to the next marker.
import { damaged, type PartsFound } from '#server/uploads/inspection/picture-parts.ts'

type Segment = { readonly marker: number; readonly from: number; readonly to: number }

export type JpegWalk = { readonly segments: readonly Segment[]; readonly end: number }

const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda
const comment = 0xfe

/** A camera writes a few dozen. */
const mostSegments = 2000
/** Each scan goes over the whole picture again. A progressive one has about ten. */
const mostScans = 64

export function jpegParts(bytes: Uint8Array): PartsFound {
  const walk = walkJpeg(bytes, 0)
  const size = walk === undefined ? undefined : frameOf(bytes, walk)
  if (walk === undefined || size === undefined) return damaged
  const needed = walk.segments.filter((segment) => isNeeded(bytes, segment))
  const essence = Buffer.concat([
    bytes.subarray(0, 2),
    ...needed.map(({ from, to }) => bytes.subarray(from, to)),
    Uint8Array.of(0xff, endOfImage),
  ])
  return { kind: 'parts', ...size, essence, end: walk.end }
}

/** The segments from the start of an image there to its end; undefined when it has none, or more than it needs. */
export function walkJpeg(bytes: Uint8Array, start: number): JpegWalk | undefined {
  const segments: Segment[] = []
  let scans = 0
  let at = start + 2
  while (segments.length < mostSegments && scans <= mostScans) {
    const from = nextMarker(bytes, at)
    const marker = from === undefined ? undefined : bytes[from + 1]
    if (from === undefined || marker === undefined || marker === startOfImage) return undefined
    if (marker === endOfImage) return { segments, end: from + 2 }
    const headEnd = from + 2 + readUint16(bytes, from + 2)
    if (headEnd < from + 4 || headEnd > bytes.length) return undefined
    if (marker === startOfScan) scans += 1
    // Coded data belongs to the scan it follows.
    at = marker === startOfScan ? (nextMarker(bytes, headEnd) ?? bytes.length) : headEnd
    segments.push({ marker, from, to: at })
  }
  return undefined
}

/** Beyond this many bytes without a 0xff the search of the runtime is quicker than looking at each. */
const plainStretch = 32

/** Skips what decoders skip: stuffed and filling bytes, restarts, and stray bytes between two segments. */
function nextMarker(bytes: Uint8Array, from: number): number | undefined {
  let plain = 0
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] === 0xff) {
      plain = 0
      if (isMarker(bytes[at + 1] ?? 0)) return at
    } else if (++plain === plainStretch) {
      const found = bytes.indexOf(0xff, at)
      if (found < 0) return undefined
      at = found - 1
    }
  }
  return undefined
}

function isMarker(code: number): boolean {
  const isRestart = code >= 0xd0 && code <= 0xd7
  return code > 0x01 && code !== 0xff && !isRestart
}

function frameOf(bytes: Uint8Array, { segments }: JpegWalk) {
  const frame = segments.find(({ marker }) => isFrame(marker))
  if (frame === undefined || frame.to - frame.from < 10) return undefined
  // Of a progressive one the coefficients of all of it are held, at two bytes each; we allow for that with any.
  const bytesPerPixel = 2 * (bytes[frame.from + 9] ?? 0)
  return {
    height: readUint16(bytes, frame.from + 5),
    width: readUint16(bytes, frame.from + 7),
    bytesPerPixel,
  }
}

/** C4, C8 and CC share the range with the frames but are none. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

/** Of what applications write, decoding needs the density, the orientation, the colour profile and Adobe's colours. */
const neededBeginnings: ReadonlyMap<number, string> = new Map([
  [0xe0, 'JFIF\0'],
  [0xe1, 'Exif\0\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
])

function isNeeded(bytes: Uint8Array, { marker, from }: Segment): boolean {
  if (marker === comment) return false
  if (marker < 0xe0 || marker > 0xef) return true
  const beginning = neededBeginnings.get(marker)
  if (beginning === undefined) return false
  return Buffer.from(bytes.subarray(from + 4, from + 4 + beginning.length)).toString('latin1') === beginning
}

function readUint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}
