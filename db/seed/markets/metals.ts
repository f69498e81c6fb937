import type { Market } from '#core/market/market.ts'
import { type CategoryTerms, medium, seedMarket, wide } from '#db/seed/markets/seed-market.ts'

const terms: CategoryTerms = {
  category: 'metals',
  lotStep: 1,
  mostLots: 10_000,
  feeSharePpm: 3000,
  jumpLimitPpm: 30_000,
}

/** Units per lot are troy ounces, or pounds for copper. */
const rows: readonly Row[] = [
  [301, 'XAU/USD', 'Gold', '黃金', 2, 100, wide, 600, 420_000],
  [302, 'XAG/USD', 'Silver', '白銀', 3, 5000, medium, 600, 62_000],
  [303, 'XPT/USD', 'Platinum', '鉑金', 2, 100, medium, 400, 180_000],
  [304, 'XPD/USD', 'Palladium', '鈀金', 2, 100, medium, 400, 145_000],
  [305, 'COPPER', 'Copper', '銅', 4, 25_000, medium, 400, 54_000],
]

type Row = readonly [
  id: number,
  showCode: string,
  en: string,
  hk: string,
  precision: number,
  unitsPerLot: number,
  leverages: readonly number[],
  feePerLotCents: number,
  referencePrice: number,
]

export const metals = rows.map(metal)

function metal(row: Row): Market {
  const [id, showCode, en, hk, precision, unitsPerLot, leverages, feePerLotCents, referencePrice] = row
  const own = { id, showCode, en, hk, precision, unitsPerLot, leverages, feePerLotCents, referencePrice }
  return seedMarket({ ...own, quoteCurrency: 'USD', hours: 'metals' }, terms)
}
