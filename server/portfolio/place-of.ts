import type { Paged } from '#server/portfolio/portfolio-types.ts'

export type Place = { readonly limit: number; readonly offset: number }

/** Pages count from 1. */
export function placeOf({ page, limit }: Paged): Place {
  return { limit, offset: (page - 1) * limit }
}
