/** A label that would like to stand at this height, most important first. */
export type LabelWish = { readonly key: string; readonly y: number; readonly widthPx: number }
export type LabelPlace = { readonly key: string; readonly x: number }

export type LabelRoom = {
  readonly heightPx: number
  /** Where the first column begins, and what no label may reach beyond. */
  readonly startPx: number
  readonly endPx: number
  readonly gapPx: number
}

/**
 * Where labels stand so that none covers another. Each stays at the height of its line; one that would cover another
 * stands beside it. One for which there is no room is left out: its line is still there.
 */
export function labelPlaces(wishes: readonly LabelWish[], room: LabelRoom): readonly LabelPlace[] {
  const placed: (LabelWish & LabelPlace)[] = []
  for (const wish of wishes) {
    const inTheWay = placed.filter(({ y }) => Math.abs(y - wish.y) < room.heightPx)
    const x = firstFree(wish.widthPx, inTheWay, room)
    if (x + wish.widthPx <= room.endPx) placed.push({ ...wish, x })
  }
  return placed.map(({ key, x }) => ({ key, x }))
}

/** The leftmost place of this width beside those. */
function firstFree(widthPx: number, others: readonly (LabelWish & LabelPlace)[], room: LabelRoom): number {
  let x = room.startPx
  for (const other of others.toSorted((one, next) => one.x - next.x)) {
    if (x + widthPx + room.gapPx <= other.x) break
    x = Math.max(x, other.x + other.widthPx + room.gapPx)
  }
  return x
}

/** Of heights in the order of their importance, those that are far enough from all that come before them. */
export function keptApart(
  wishes: readonly { readonly key: string; readonly y: number }[],
  leastPx: number,
): ReadonlySet<string> {
  const kept: { readonly key: string; readonly y: number }[] = []
  for (const wish of wishes) {
    if (kept.every(({ y }) => Math.abs(y - wish.y) >= leastPx)) kept.push(wish)
  }
  return new Set(kept.map(({ key }) => key))
}
