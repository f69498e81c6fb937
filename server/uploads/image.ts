// Checks an uploaded image, then encodes it again with sharp, which uses its own threads.
import sharp from 'sharp'
import { bytesPerTurn, nextTurn } from '#server/platform/timers.ts'

// These settings hold for the whole process: one thread per image, no cache between images, and only the decoders
// of the formats we accept. SVG stays allowed because our own captchas are drawn with it.
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
})

const maxBytes = 10 * 1024 * 1024
const maxPixels = 50_000_000
/** A PNG may have to be unpacked as a whole, at up to eight bytes per pixel. */
const maxPngPixels = 25_000_000
const maxDecodedBytes = 400_000_000
/**
 * A compressed text in a PNG expands up to a thousandfold, and the decoder unpacks every one. Image editors write at
 * most four or five.
 */
const maxPackedTexts = 8
/** Some steps work on whole rows or columns, so a long thin image costs more than its area suggests. */
const maxSide = 16_384
/** A document is unreadable on an image whose shorter side has fewer pixels. */
const minSide = 50

const keptSide = 2400
const keptQuality = 82
const timeoutSeconds = 10

export type ImageKind = 'jpeg' | 'png' | 'webp'

export type ImageRefusal =
  | 'image_missing'
  | 'image_too_large'
  | 'image_unsupported'
  | 'image_damaged'
  | 'image_suspicious'

export type Inspected =
  | { readonly kind: 'image'; readonly imageKind: ImageKind; readonly pixels: number }
  | { readonly kind: 'refused'; readonly reason: ImageRefusal }

/** Checks size, format and dimensions. Reads only the header, so it costs little before a decoding slot is free. */
export async function inspectImage(bytes: Uint8Array, claimedType: string): Promise<Inspected> {
  if (bytes.length === 0) return refuse('image_missing')
  if (bytes.length > maxBytes) return refuse('image_too_large')
  const imageKind = kindByMagicBytes(bytes)
  if (imageKind === undefined) return refuse('image_unsupported')
  if (contradictsClaim(imageKind, claimedType)) return refuse('image_suspicious')
  if (imageKind === 'png' && (await countPackedTexts(bytes)) > maxPackedTexts)
    return refuse('image_suspicious')
  const header = await readHeader(bytes)
  if (header === undefined || header.format !== imageKind) return refuse('image_damaged')
  if (header.pages > 1) return refuse('image_unsupported')
  const pixels = header.width * header.height
  if (
    Math.max(header.width, header.height) > maxSide ||
    pixels > (imageKind === 'png' ? maxPngPixels : maxPixels) ||
    pixels * header.bytesPerPixel > maxDecodedBytes
  )
    return refuse('image_too_large')
  if (Math.min(header.width, header.height) < minSide) return refuse('image_damaged')
  return { kind: 'image', imageKind, pixels }
}

function refuse(reason: ImageRefusal): Inspected {
  return { kind: 'refused', reason }
}

/** The file name and the claimed type play no part. */
function kindByMagicBytes(bytes: Uint8Array): ImageKind | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^RIFF[\s\S]{4}WEBP$/.test(head)) return 'webp'
  return undefined
}

const mediaTypes: Readonly<Record<ImageKind, readonly string[]>> = {
  jpeg: ['image/jpeg', 'image/jpg', 'image/pjpeg'],
  png: ['image/png', 'image/x-png'],
  webp: ['image/webp'],
}

/** Types that say nothing about the content. A form part without a type counts as `text/plain`. */
const vagueTypes = ['', 'text/plain', 'application/octet-stream', 'binary/octet-stream', 'image/*', '*/*']

/** A file whose claimed type contradicts its content was renamed, or was made to pass as two formats. */
function contradictsClaim(kind: ImageKind, claimedType: string): boolean {
  const claimed = claimedType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return !vagueTypes.includes(claimed) && !mediaTypes[kind].includes(claimed)
}

/**
 * Counts chunk names without parsing the file: four given bytes hardly ever occur in image data by chance. Searches in
 * slices, because a file of a single repeated letter takes long.
 */
async function countPackedTexts(bytes: Uint8Array): Promise<number> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let count = 0
  for (let from = 0; from < file.length && count <= maxPackedTexts; from += bytesPerTurn) {
    // A name may begin in the last three bytes of a slice.
    const slice = file.subarray(from, from + bytesPerTurn + 3)
    for (const name of ['zTXt', 'iTXt'])
      for (let at = slice.indexOf(name); at >= 0 && count <= maxPackedTexts; at = slice.indexOf(name, at + 4))
        count += 1
    await nextTurn()
  }
  return count
}

type Header = {
  readonly format: string
  readonly width: number
  readonly height: number
  readonly pages: number
  readonly bytesPerPixel: number
}

async function readHeader(bytes: Uint8Array): Promise<Header | undefined> {
  try {
    const found = await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata()
    const { format, width, height, pages = 1, channels, depth } = found
    const bytesPerPixel = channels * (depth === 'uchar' ? 1 : 2)
    return { format, width, height, pages, bytesPerPixel }
  } catch {
    return undefined
  }
}

export type Encoded =
  | {
      readonly kind: 'encoded'
      readonly bytes: Uint8Array
      readonly width: number
      readonly height: number
    }
  | { readonly kind: 'refused'; readonly reason: 'image_damaged' | 'busy'; readonly why: string }

/**
 * Encodes the image as a new JPEG: upright, sRGB, on white, at most `side` pixels on a side. Metadata and anything
 * appended to the file are dropped.
 */
export async function encodeImage(bytes: Uint8Array, kind: ImageKind, side = keptSide): Promise<Encoded> {
  const strict = await encode(bytes, kind, { side, failOn: kind === 'jpeg' ? 'warning' : 'error' })
  const isTolerable = strict.kind === 'refused' && strict.why.startsWith(jpegWarning)
  // Photos of common phones cause decoder warnings, so warnings are tolerated, except for a JPEG that is cut short.
  if (!isTolerable || strict.why.includes(cutShort)) return strict
  return await encode(bytes, kind, { side, failOn: 'error' })
}

/** How libvips begins a JPEG warning, and how libjpeg reports data that ends before the image is complete. */
const jpegWarning = 'VipsJpeg: '
const cutShort = 'premature end'

type Encoding = { readonly side: number; readonly failOn: 'error' | 'warning' }

async function encode(bytes: Uint8Array, kind: ImageKind, { side, failOn }: Encoding): Promise<Encoded> {
  const input = { limitInputPixels: maxPixels, sequentialRead: true } as const
  try {
    const { format } = await sharp(bytes, { ...input, failOn: 'error' }).metadata()
    if (format !== kind) return { kind: 'refused', reason: 'image_damaged', why: `decoded as ${format}` }
    const { data, info } = await sharp(bytes, { ...input, failOn })
      .timeout({ seconds: timeoutSeconds })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: keptQuality })
      .toBuffer({ resolveWithObject: true })
    return { kind: 'encoded', bytes: data, width: info.width, height: info.height }
  } catch (caught) {
    // The decoder throws only because of its input, or because it took too long.
    const why = caught instanceof Error ? caught.message : String(caught)
    return { kind: 'refused', reason: why.startsWith('timeout') ? 'busy' : 'image_damaged', why }
  }
}
