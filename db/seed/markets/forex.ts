import type { Market } from '#core/market/market.ts'
import type { CategoryCode } from '#db/seed/categories.ts'
import { none, seedMarket, wide, widest } from '#db/seed/markets/seed-market.ts'

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

/** Currencies of the majors. A pair with any other currency is thin: outside its home hours it is quoted rarely. */
const widelyTraded = new Set(['AUD', 'CAD', 'CHF', 'EUR', 'GBP', 'JPY', 'NZD', 'USD'])

/** A currency pair. A lot is 100,000 units of the base currency; the price is in the quote currency. */
function forexPair(
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
      isThin: !widelyTraded.has(first) || !widelyTraded.has(second),
    },
    { category, lotStep: 1, mostLots: 10_000, feeSharePpm: 3000, jumpLimitPpm: 10_000 },
  )
}

type ForexRow = readonly [id: number, showCode: string, leverages: readonly number[], referencePrice: number]

const majorRows: readonly ForexRow[] = [
  [101, 'EUR/USD', widest, 114_500],
  [102, 'GBP/USD', widest, 133_500],
  [103, 'USD/JPY', widest, 160_500],
  [104, 'USD/CHF', widest, 80_500],
  [105, 'USD/CAD', widest, 138_500],
  [106, 'AUD/USD', wide, 68_500],
  [107, 'NZD/USD', wide, 59_500],
]

export const forexMajors = majorRows.map((row) => forexPair('forex_majors', row))

/** Reference prices of pairs without the dollar are derived from the majors. */
const crossRows: readonly ForexRow[] = [
  [201, 'EUR/GBP', widest, 85_768],
  [202, 'EUR/JPY', widest, 183_772],
  [203, 'GBP/JPY', widest, 214_268],
  [204, 'AUD/JPY', wide, 109_942],
  [205, 'CAD/JPY', widest, 115_884],
  [206, 'CHF/JPY', widest, 199_379],
  [207, 'EUR/CHF', widest, 92_172],
  [208, 'EUR/AUD', wide, 167_153],
  [209, 'EUR/CAD', widest, 158_582],
  [210, 'GBP/CHF', widest, 107_468],
  [211, 'GBP/AUD', wide, 194_891],
  [212, 'AUD/CAD', wide, 94_872],
  [213, 'AUD/NZD', wide, 115_126],
  [214, 'NZD/JPY', wide, 95_498],
  [215, 'USD/CNH', wide, 695_000],
  [216, 'USD/SGD', wide, 128_500],
  [217, 'USD/HKD', none, 778_500],
  [218, 'USD/MXN', wide, 1_780_000],
  [219, 'USD/ZAR', wide, 1_690_000],
]

export const forexCrosses = crossRows.map((row) => forexPair('forex_crosses', row))
