import type { MarketList } from '#web/markets/markets-types.ts'
import { isSameRecord } from '#web/markets/quotes/is-same-record.ts'

type Item = { readonly id: number }

/** The next list, made of the present one's parts wherever they say the same: only what is new is shown anew. */
export function settledList(present: MarketList, next: MarketList): MarketList {
  const markets = keepSame(present.markets, next.markets)
  const categories = keepSame(present.categories, next.categories)
  const settled = { status: next.status, markets, categories }
  return isSameRecord(present, settled) ? present : settled
}

function keepSame<Kept extends Item>(present: readonly Kept[], next: readonly Kept[]): readonly Kept[] {
  const byId = new Map(present.map((item) => [item.id, item]))
  const settled = next.map((item) => {
    const known = byId.get(item.id)
    return known !== undefined && JSON.stringify(known) === JSON.stringify(item) ? known : item
  })
  const isSame = settled.length === present.length && settled.every((item, at) => item === present[at])
  return isSame ? present : settled
}
