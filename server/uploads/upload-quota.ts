const maxUnclaimed = 20
const maxPerDay = 60
const maxBytes = 100 * 1024 * 1024

/** Uploads the user already has. */
export type Usage = { readonly unclaimed: number; readonly today: number; readonly bytes: number }

export function hasRoom({ unclaimed, today, bytes }: Usage, addedBytes: number): boolean {
  return unclaimed < maxUnclaimed && today < maxPerDay && bytes + addedBytes <= maxBytes
}
