import { conversionOf } from '#core/market/conversion.ts'
import type { Category, Market } from '#core/market/market.ts'
import { type KnownNames, type MarketField, marketRules } from '#core/market/market-rules.ts'

export type MarketSet = {
  /** In display order. */
  readonly categories: readonly Category[]
  readonly markets: readonly Market[]
}

/** Problems of a set of markets, each as a sentence. Empty: the set is valid. */
export function checkMarketSet(
  { categories, markets }: MarketSet,
  hours: ReadonlySet<string>,
): readonly string[] {
  const known = { categoryIds: new Set(categories.map(({ id }) => id)), hours }
  return [
    ...(markets.length === 0 ? ['no market is defined.'] : []),
    ...categories.flatMap(checkCategory),
    ...duplicates(categories, 'id').map(({ id }) => `category ${id}: duplicate id.`),
    ...duplicates(categories, 'code').map(({ code }) => `category "${code}": duplicate code.`),
    ...markets.flatMap((market) => checkMarket(market, known)),
    ...duplicates(markets, 'id').map((market) => `${titleOf(market)}: duplicate id.`),
    ...duplicates(markets, 'code').map((market) => `${titleOf(market)}: duplicate code.`),
    ...markets.flatMap((market) => checkConversion(market, markets)),
  ]
}

function checkCategory({ id, code, names }: Category): readonly string[] {
  const problems = []
  if (!Number.isSafeInteger(id) || id < 1) problems.push('id must be a whole number above 0')
  if (!/^[a-z]+(_[a-z]+)*$/.test(code)) problems.push('code must be words in lower case')
  if (names.en.trim() === '' || names.hk.trim() === '')
    problems.push('names must not be empty in either language')
  return problems.map((problem) => `category ${id} ("${code}"): its ${problem}.`)
}

/** Items whose field equals that of an earlier item. */
function duplicates<Item>(items: readonly Item[], field: keyof Item): readonly Item[] {
  return items.filter((item, at) => items.findIndex((other) => other[field] === item[field]) < at)
}

/** Profit arises in the quote currency, so this set must contain a market that converts it to US dollars. */
function checkConversion(market: Market, markets: readonly Market[]): readonly string[] {
  const { quoteCurrency } = market
  const conversion = conversionOf(quoteCurrency)
  if (conversion === undefined)
    return [`${titleOf(market)}: quoteCurrency ${quoteCurrency} has no conversion to USD.`]
  if (conversion.by === 'itself') return []
  const way = markets.find(({ code }) => code === conversion.marketCode)
  if (way === undefined)
    return [
      `${titleOf(market)}: quoteCurrency ${quoteCurrency} is converted by ${conversion.marketCode}, which is missing.`,
    ]
  const needed = conversion.by === 'multiply' ? 'USD' : quoteCurrency
  if (way.quoteCurrency === needed) return []
  return [
    `${titleOf(market)}: quoteCurrency ${quoteCurrency} is converted by ${way.code}, which should be quoted in ${needed}.`,
  ]
}

/** One sentence for each invalid term of the market. */
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

function titleOf({ id, code }: Market): string {
  return `market ${id} (${code})`
}

function show(value: Market[MarketField]): string {
  return typeof value === 'string' ? `"${value}"` : JSON.stringify(value)
}
