import type { Market } from '#core/market/market.ts'
import type { HoursName } from '#db/seed/hours.ts'
import { type CategoryTerms, medium, seedMarket, wide } from '#db/seed/markets/seed-market.ts'

const terms: CategoryTerms = {
  category: 'indices',
  lotStep: 10,
  mostLots: 50_000,
  feeSharePpm: 1000,
  jumpLimitPpm: 30_000,
}

/** A lot is one unit of the quote currency per point. */
const rows: readonly Row[] = [
  [501, 'US30', 'Wall Street 30', '華爾街30', 'USD', 1, wide, 'us_index', 50, 495_000],
  [502, 'NAS100', 'US Tech 100', '美國科技100', 'USD', 1, wide, 'us_index', 25, 270_000],
  [503, 'SPX500', 'US 500', '美國500', 'USD', 1, wide, 'us_index', 8, 75_500],
  [504, 'US2000', 'US Small Cap 2000', '美國小型股2000', 'USD', 1, medium, 'us_index', 3, 27_000],
  [505, 'GER40', 'Germany 40', '德國40', 'EUR', 1, wide, 'de_index', 25, 252_000],
  [506, 'UK100', 'UK 100', '英國100', 'GBP', 1, wide, 'uk_index', 12, 99_000],
  [507, 'FRA40', 'France 40', '法國40', 'EUR', 1, wide, 'fr_index', 8, 82_000],
  [508, 'EUSTX50', 'Euro Stocks 50', '歐洲50', 'EUR', 1, wide, 'de_index', 6, 58_500],
  [509, 'JPN225', 'Japan 225', '日本225', 'JPY', 0, wide, 'jp_index', 1, 58_000],
  [510, 'HKG33', 'Hong Kong 50', '香港50', 'HKD', 0, medium, 'hk_index', 4, 26_500],
  [511, 'AUS200', 'Australia 200', '澳洲200', 'AUD', 1, wide, 'au_index', 6, 89_000],
]

type Row = readonly [
  id: number,
  showCode: string,
  en: string,
  hk: string,
  quoteCurrency: string,
  precision: number,
  leverages: readonly number[],
  hours: HoursName,
  feePerLotCents: number,
  referencePrice: number,
]

export const indices = rows.map(index)

function index(row: Row): Market {
  const [id, showCode, en, hk, quoteCurrency, precision, leverages, hours, feePerLotCents, referencePrice] =
    row
  const own = { id, showCode, en, hk, quoteCurrency, precision, leverages, hours, feePerLotCents }
  return seedMarket({ ...own, unitsPerLot: 1, referencePrice }, terms)
}
