import { ensureNever } from '#core/ensure-never.ts'
import { hidesFile } from '#server/uploads/inspection/hidden-file.ts'
import { jpegParts } from '#server/uploads/inspection/jpeg-parts.ts'
import { contradictsClaim, type PictureKind, pictureKind } from '#server/uploads/inspection/picture-kind.ts'
import type { PartsFound, PictureParts } from '#server/uploads/inspection/picture-parts.ts'
import { pngParts } from '#server/uploads/inspection/png-parts.ts'
import { unexplainedTrailer } from '#server/uploads/inspection/trailer.ts'
import { webpParts } from '#server/uploads/inspection/webp-parts.ts'

export const largestPictureBytes = 10 * 1024 * 1024
export const mostPixels = 50_000_000
/** A PNG may have to be unpacked as a whole, at up to eight bytes a pixel. */
const mostPngPixels = 25_000_000
/** Some work is done by whole rows and columns, so a long thin picture costs more than its area tells. */
const longestSide = 16_384
const mostDecodedBytes = 400_000_000
/** Nobody reads a document on fewer. */
const leastSide = 50

export type InspectionRefusal =
  | 'image_missing'
  | 'image_too_large'
  | 'image_unsupported'
  | 'image_damaged'
  | 'image_suspicious'

export type Inspected =
  | {
      readonly kind: 'picture'
      readonly pictureKind: PictureKind
      readonly essence: Uint8Array
      readonly pixels: number
    }
  | { readonly kind: 'refused'; readonly reason: InspectionRefusal }

/** Judges a file before anything decodes it. What it lets through is worth decoding, and no more than that. */
export function inspectPicture(bytes: Uint8Array, claimedType: string): Inspected {
  if (bytes.length === 0) return refuse('image_missing')
  if (bytes.length > largestPictureBytes) return refuse('image_too_large')
  const kind = pictureKind(bytes)
  if (kind === undefined) return refuse('image_unsupported')
  if (contradictsClaim(kind, claimedType)) return refuse('image_suspicious')
  const parts = partsOf(kind, bytes)
  if (parts.kind === 'refused') return parts
  if (hidesFile(bytes, unexplainedTrailer(bytes, parts.end))) return refuse('image_suspicious')
  const { width, height, essence } = parts
  if (isTooLarge(kind, parts)) return refuse('image_too_large')
  if (Math.min(width, height) < leastSide) return refuse('image_damaged')
  return { kind: 'picture', pictureKind: kind, essence, pixels: width * height }
}

function isTooLarge(kind: PictureKind, { width, height, bytesPerPixel }: PictureParts): boolean {
  const pixels = width * height
  return (
    Math.max(width, height) > longestSide ||
    pixels > (kind === 'png' ? mostPngPixels : mostPixels) ||
    pixels * bytesPerPixel > mostDecodedBytes
  )
}

function refuse(reason: InspectionRefusal): Inspected {
  return { kind: 'refused', reason }
}

function partsOf(kind: PictureKind, bytes: Uint8Array): PartsFound {
  switch (kind) {
    case 'jpeg':
      return jpegParts(bytes)
    case 'png':
      return pngParts(bytes)
    case 'webp':
      return webpParts(bytes)
    default:
      return ensureNever(kind)
  }
}
