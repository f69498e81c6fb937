import type { Market } from '#core/market/market.ts'
import { type KnownNames, type MarketField, marketRules } from '#core/market/market-rules.ts'

/** Every term of the market that cannot be, each as a sentence that names the market and the term. */
export function checkMarket(market: Market, known: KnownNames): readonly string[] {
  const problems: string[] = []
  const wrong = new Set<MarketField>()
  for (const { field, must, after = [], holds } of marketRules) {
    if (after.some((needed) => wrong.has(needed)) || holds(market, known)) continue
    wrong.add(field)
    problems.push(`${titleOf(market)}: ${field} must ${must}, but it is ${show(market[field])}.`)
  }
  return problems
}

export function titleOf({ id, code }: Market): string {
  return `market ${id} (${code})`
}

function show(value: Market[MarketField]): string {
  return typeof value === 'string' ? `"${value}"` : JSON.stringify(value)
}
