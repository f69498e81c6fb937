import { walkJpeg } from '#server/uploads/inspection/jpeg-parts.ts'

/** A phone leaves three or four: a preview, a gain map, a depth map, a film. */
const mostFollowers = 50
/** A film has a handful at its top. */
const mostBoxes = 1000

/**
 * What follows the end of a picture and is not what phones put there: further JPEGs (previews, gain maps), the film
 * of a motion photo, padding. All of it is left behind when the picture is written anew; this is about what somebody
 * may be hiding.
 */
export function unexplainedTrailer(bytes: Uint8Array, end: number): Uint8Array {
  let at = skipPadding(bytes, end)
  for (let followers = 0; followers < mostFollowers; followers += 1) {
    const next = jpegEnd(bytes, at) ?? filmEnd(bytes, at)
    if (next === undefined) break
    at = skipPadding(bytes, next)
  }
  return bytes.subarray(at)
}

/** Zeros, blanks and ends of lines, but not the length a film begins with. */
function skipPadding(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at]
    const isPadding = byte === 0x00 || byte === 0x0a || byte === 0x0d || byte === 0x20
    if (!isPadding || isFilm(bytes, at)) return at
  }
  return bytes.length
}

function jpegEnd(bytes: Uint8Array, at: number): number | undefined {
  const isJpeg = bytes[at] === 0xff && bytes[at + 1] === 0xd8 && bytes[at + 2] === 0xff
  return isJpeg ? walkJpeg(bytes, at)?.end : undefined
}

/** ISO/IEC 14496-12: boxes of length and type, the first one of type `ftyp`. */
function isFilm(bytes: Uint8Array, at: number): boolean {
  return bytes[at + 4] === 0x66 && typeOfBox(bytes, at) === 'ftyp' && boxEnd(bytes, at) !== undefined
}

function filmEnd(bytes: Uint8Array, start: number): number | undefined {
  if (!isFilm(bytes, start)) return undefined
  let at = start
  for (let boxes = 0; boxes < mostBoxes; boxes += 1) {
    const end = boxEnd(bytes, at)
    if (end === undefined) break
    at = end
  }
  return at
}

function typeOfBox(bytes: Uint8Array, at: number): string {
  return Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1')
}

function boxEnd(bytes: Uint8Array, at: number): number | undefined {
  if (at + 8 > bytes.length || !/^[a-zA-Z0-9 ]{4}$/.test(typeOfBox(bytes, at))) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, bytes.byteLength - at)
  const short = view.getUint32(0)
  // A length of 0 reaches to the end; one of 1 stands behind the type, in eight bytes.
  if (short === 0) return bytes.length
  const length = short === 1 && view.byteLength >= 16 ? Number(view.getBigUint64(8)) : short
  return length >= 8 && at + length <= bytes.length ? at + length : undefined
}
