const mostUnclaimed = 20
const mostPerDay = 60
const mostBytes = 100 * 1024 * 1024

export const dayMs = 86_400_000

/** What somebody has with us already. */
export type Usage = { readonly unclaimed: number; readonly today: number; readonly bytes: number }

export function hasRoom({ unclaimed, today, bytes }: Usage, addedBytes: number): boolean {
  return unclaimed < mostUnclaimed && today < mostPerDay && bytes + addedBytes <= mostBytes
}
