import type { Market } from '#core/market/market.ts'
import { lots, micros, price, rate } from '#core/money/amounts.ts'
import { type CategoryCode, categoryIds } from '#db/seed/categories.ts'
import type { HoursName } from '#db/seed/hours.ts'

/** What a market of the seed says of itself, in the units in which people say it; `seedMarket` adds the rest. */
export type MarketSeed = {
  readonly id: number
  /** The code too, without its slash. */
  readonly showCode: string
  readonly en: string
  readonly hk: string
  readonly quoteCurrency: string
  readonly precision: number
  readonly unitsPerLot: number
  readonly leverages: readonly number[]
  readonly hours: HoursName
  /** In the smallest step of its price. */
  readonly referencePrice: number
  /** In US cents. */
  readonly feePerLotCents: number
  readonly marginMode?: Market['marginMode']
}

/** What the markets of a category have in common. Lots are hundredths; the step is also the least. */
export type CategoryTerms = {
  readonly category: CategoryCode
  readonly lotStep: number
  readonly mostLots: number
  /** The fee as a share of the margin, in millionths. */
  readonly feeSharePpm: number
  readonly jumpLimitPpm: number
}

const staleAfterMs = 600_000

/** Fees and limits are where an operator begins; what is in the database counts, and the seed never overwrites it. */
export function seedMarket(seed: MarketSeed, terms: CategoryTerms): Market {
  const code = seed.showCode.replace('/', '')
  return {
    id: seed.id,
    code,
    showCode: seed.showCode,
    names: { en: seed.en, hk: seed.hk },
    categoryId: categoryIds[terms.category],
    logo: `/logos/${code}.svg`,
    quoteCurrency: seed.quoteCurrency,
    pricePrecision: seed.precision,
    unitsPerLot: seed.unitsPerLot,
    lotStep: lots(terms.lotStep),
    leastLots: lots(terms.lotStep),
    mostLots: lots(terms.mostLots),
    leverages: seed.leverages,
    marginMode: seed.marginMode ?? 'leverage',
    feePerLot: micros(seed.feePerLotCents * 10_000),
    feeShare: rate(terms.feeSharePpm * 1000),
    hours: seed.hours,
    jumpLimitPpm: terms.jumpLimitPpm,
    staleAfterMs,
    referencePrice: price(seed.referencePrice),
  }
}

// What is offered in each class of market. The operator's to set: these are the customary lists where no regulator
// caps them.

/** Pairs of dollar, euro, pound, yen, franc and Canadian dollar. */
export const widest = [1, 10, 25, 50, 100, 200, 400, 500]
/** Other pairs, gold, and the indices that are traded most. */
export const wide = [1, 10, 25, 50, 100, 200]
/** Other metals, energies, other indices. */
export const medium = [1, 10, 25, 50, 100]
export const ofCrypto = [1, 2, 5, 10, 20, 50]
export const ofShares = [1, 5, 10, 20]
/** Shown, but not offered: an order would be refused. */
export const none: readonly number[] = []
