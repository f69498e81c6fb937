import type { ListedMarket } from '#web/markets/markets-types.ts'

/** Filters markets by category and typed text. Matches code and name, ignoring case, spaces and the slash. */
export function findMarkets(
  markets: readonly ListedMarket[],
  typed: string,
  categoryId: number | undefined,
): readonly ListedMarket[] {
  const query = normalize(typed)
  return markets.filter(
    (market) =>
      (categoryId === undefined || market.categoryId === categoryId) &&
      [market.code, market.showCode, market.name].some((text) => normalize(text).includes(query)),
  )
}

function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s/]+/g, '')
}
