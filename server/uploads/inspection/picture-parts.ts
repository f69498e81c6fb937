/** What a walk along the parts of a picture found, whichever kind it is. */
export type PictureParts = {
  readonly kind: 'parts'
  readonly width: number
  readonly height: number
  /** What a decoder may have to hold for each: channels times bytes of a sample. */
  readonly bytesPerPixel: number
  /** The picture with only those parts that decoding it needs: nothing else ever reaches a decoder. */
  readonly essence: Uint8Array
  /** Where the picture ends by its own account; what follows is something else. */
  readonly end: number
}

export type PartsFound =
  | PictureParts
  | { readonly kind: 'refused'; readonly reason: 'image_damaged' | 'image_unsupported' }

/** It ends too early, or its parts do not add up. */
export const damaged = { kind: 'refused', reason: 'image_damaged' } as const

/** It moves. */
export const animated = { kind: 'refused', reason: 'image_unsupported' } as const
