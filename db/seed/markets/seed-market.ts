import type { Market } from '#core/market/market.ts'
import { lots, micros, price, rate } from '#core/money/amounts.ts'
import { type CategoryCode, categoryIds } from '#db/seed/categories.ts'
import type { HoursName } from '#db/seed/hours.ts'

/** The fields of one market, in readable units. `seedMarket` adds the other fields. */
export type MarketSeed = {
  readonly id: number
  /** Display code, such as `EUR/USD`. Without the slash it is the market's code. */
  readonly showCode: string
  readonly en: string
  readonly hk: string
  readonly quoteCurrency: string
  readonly precision: number
  readonly unitsPerLot: number
  readonly leverages: readonly number[]
  readonly hours: HoursName
  /** In price steps. */
  readonly referencePrice: number
  /** In US cents. */
  readonly feePerLotCents: number
  readonly marginMode?: Market['marginMode']
  /** True for a market whose quotes may be minutes apart. */
  readonly isThin?: boolean
}

/** Terms shared by a category. Lots are in hundredths; the lot step is also the minimum. */
export type CategoryTerms = {
  readonly category: CategoryCode
  readonly lotStep: number
  readonly mostLots: number
  /** The fee as a share of the margin, in millionths. */
  readonly feeSharePpm: number
  readonly jumpLimitPpm: number
}

/**
 * A market without a quote for this long is stale, by category. Migration 0023 has the same figures for older databases.
 */
const staleAfterMs: Readonly<Record<CategoryCode, number>> = {
  forex_majors: 15_000,
  forex_crosses: 30_000,
  metals: 30_000,
  energies: 60_000,
  indices: 60_000,
  crypto: 60_000,
  shares: 300_000,
}
const thinStaleAfterMs = 300_000

/** Initial fees and limits. The database has precedence: the seed never overwrites existing markets. */
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
    staleAfterMs: seed.isThin === true ? thinStaleAfterMs : staleAfterMs[terms.category],
    referencePrice: price(seed.referencePrice),
  }
}

// Leverages offered by class of market, as customary without a regulatory cap. The administrator can change them.

/** Pairs of US dollar, euro, pound, yen, franc and Canadian dollar. */
export const widest = [1, 10, 25, 50, 100, 200, 400, 500]
/** Other pairs, gold and the most traded indices. */
export const wide = [1, 10, 25, 50, 100, 200]
/** Other metals, energies and other indices. */
export const medium = [1, 10, 25, 50, 100]
export const ofCrypto = [1, 2, 5, 10, 20, 50]
export const ofShares = [1, 5, 10, 20]
/** The market is shown but cannot be traded. */
export const none: readonly number[] = []
