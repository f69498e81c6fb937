import type { Market } from '#core/market/market.ts'
import type { CategoryCode } from '#db/seed/categories.ts'
import { seedMarket } from '#db/seed/markets/seed-market.ts'

const currencyNames: Readonly<Record<string, readonly [en: string, hk: string]>> = {
  AUD: ['Australian Dollar', '澳元'],
  CAD: ['Canadian Dollar', '加元'],
  CHF: ['Swiss Franc', '瑞士法郎'],
  CNH: ['Offshore Yuan', '離岸人民幣'],
  EUR: ['Euro', '歐元'],
  GBP: ['British Pound', '英鎊'],
  HKD: ['Hong Kong Dollar', '港元'],
  JPY: ['Japanese Yen', '日圓'],
  MXN: ['Mexican Peso', '墨西哥披索'],
  NZD: ['New Zealand Dollar', '紐元'],
  SGD: ['Singapore Dollar', '新加坡元'],
  USD: ['US Dollar', '美元'],
  ZAR: ['South African Rand', '南非蘭特'],
}

/** A pair of currencies: a lot is 100,000 of the first, and the price is in the second. */
export function forexPair(
  category: Extract<CategoryCode, `forex_${string}`>,
  [id, showCode, leverages, referencePrice]: ForexRow,
): Market {
  const [first = '', second = ''] = showCode.split('/')
  const [firstEn, firstHk] = currencyNames[first] ?? [first, first]
  const [secondEn, secondHk] = currencyNames[second] ?? [second, second]
  return seedMarket(
    {
      id,
      showCode,
      en: `${firstEn} / ${secondEn}`,
      hk: `${firstHk}/${secondHk}`,
      quoteCurrency: second,
      precision: second === 'JPY' ? 3 : 5,
      unitsPerLot: 100_000,
      leverages,
      hours: 'forex',
      referencePrice,
      feePerLotCents: 300,
    },
    { category, lotStep: 1, mostLots: 10_000, feeSharePpm: 3000, jumpLimitPpm: 10_000 },
  )
}

export type ForexRow = readonly [
  id: number,
  showCode: string,
  leverages: readonly number[],
  referencePrice: number,
]
