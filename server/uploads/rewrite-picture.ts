import sharp from 'sharp'
import { mostPixels } from '#server/uploads/inspection/inspect-picture.ts'
import type { PictureKind } from '#server/uploads/inspection/picture-kind.ts'

// These hold for the whole process. One thread for each picture, nothing remembered of one for the next, and no
// decoder beyond those for what we take; SVG stays, because drawings of our own are made from it.
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

const longestSide = 2400
const quality = 82
const longestSeconds = 10

export type Rewritten =
  | {
      readonly kind: 'rewritten'
      readonly bytes: Uint8Array
      readonly width: number
      readonly height: number
    }
  | { readonly kind: 'refused'; readonly reason: 'image_damaged' | 'busy'; readonly why: string }

/**
 * The picture anew, as a JPEG of our own making: upright, in sRGB, on white, of a size that can be read and kept.
 * Nothing of the old file is left but what it showed.
 */
export async function rewritePicture(essence: Uint8Array, kind: PictureKind): Promise<Rewritten> {
  const strict = await decode(essence, kind, kind === 'jpeg' ? 'warning' : 'error')
  const isTolerable = strict.kind === 'refused' && strict.why.startsWith(jpegWarning)
  // Warnings pass, because phones in use cause them. One of them says that a JPEG is cut short, and that one does not.
  if (!isTolerable || strict.why.includes(cutShort)) return strict
  return await decode(essence, kind, 'error')
}

/** How the decoder's own words begin, and how it says that the coded data ends before the picture is complete. */
const jpegWarning = 'VipsJpeg: '
const cutShort = 'premature end'

async function decode(
  essence: Uint8Array,
  kind: PictureKind,
  failOn: 'error' | 'warning',
): Promise<Rewritten> {
  const input = { limitInputPixels: mostPixels, sequentialRead: true } as const
  try {
    const { format } = await sharp(essence, { ...input, failOn: 'error' }).metadata()
    if (format !== kind) return { kind: 'refused', reason: 'image_damaged', why: `decoded as ${format}` }
    const { data, info } = await sharp(essence, { ...input, failOn })
      .timeout({ seconds: longestSeconds })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true })
    return { kind: 'rewritten', bytes: data, width: info.width, height: info.height }
  } catch (caught) {
    // What a decoder throws is always about what it was given, or about how long that took.
    const why = caught instanceof Error ? caught.message : String(caught)
    return { kind: 'refused', reason: why.startsWith('timeout') ? 'busy' : 'image_damaged', why }
  }
}
