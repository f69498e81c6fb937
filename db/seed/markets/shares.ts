import type { Market } from '#core/market/market.ts'
import type { HoursName } from '#db/seed/hours.ts'
import { type CategoryTerms, ofShares, seedMarket } from '#db/seed/markets/seed-market.ts'

const terms: CategoryTerms = {
  category: 'shares',
  lotStep: 100,
  mostLots: 1_000_000,
  feeSharePpm: 1000,
  jumpLimitPpm: 100_000,
}

type Exchange = {
  readonly hours: HoursName
  readonly quoteCurrency: string
  readonly precision: number
}

const newYork: Exchange = { hours: 'us_shares', quoteCurrency: 'USD', precision: 2 }
const frankfurt: Exchange = { hours: 'de_shares', quoteCurrency: 'EUR', precision: 2 }
const paris: Exchange = { hours: 'fr_shares', quoteCurrency: 'EUR', precision: 2 }
/** Prices are in pence. */
const london: Exchange = { hours: 'uk_shares', quoteCurrency: 'GBX', precision: 1 }
const hongKong: Exchange = { hours: 'hk_shares', quoteCurrency: 'HKD', precision: 2 }
const tokyo: Exchange = { hours: 'jp_shares', quoteCurrency: 'JPY', precision: 1 }

/** A lot is one share. */
const rows: readonly Row[] = [
  [701, 'AAPL', 'Apple', '蘋果', newYork, 27_500],
  [702, 'MSFT', 'Microsoft', '微軟', newYork, 50_500],
  [703, 'NVDA', 'NVIDIA', '英偉達', newYork, 19_000],
  [704, 'AMZN', 'Amazon', '亞馬遜', newYork, 23_500],
  [705, 'GOOGL', 'Alphabet A', 'Alphabet A類', newYork, 32_000],
  [706, 'META', 'Meta Platforms', 'Meta Platforms', newYork, 66_000],
  [707, 'TSLA', 'Tesla', '特斯拉', newYork, 42_000],
  [708, 'NFLX', 'Netflix', '奈飛', newYork, 10_500],
  [709, 'JPM', 'JPMorgan Chase', '摩根大通', newYork, 31_000],
  [710, 'SAP.DE', 'SAP', '思愛普', frankfurt, 21_000],
  [711, 'SIE.DE', 'Siemens', '西門子', frankfurt, 23_500],
  [712, 'MC.PA', 'LVMH', 'LVMH集團', paris, 61_000],
  [713, 'HSBA.L', 'HSBC', '滙豐控股', london, 11_500],
  [714, '0700.HK', 'Tencent', '騰訊控股', hongKong, 62_000],
  [715, '9988.HK', 'Alibaba', '阿里巴巴', hongKong, 15_500],
  [716, '7203.T', 'Toyota', '豐田汽車', tokyo, 32_000],
  [717, '6758.T', 'Sony', '索尼', tokyo, 39_000],
]

type Row = readonly [
  id: number,
  showCode: string,
  en: string,
  hk: string,
  exchange: Exchange,
  referencePrice: number,
]

export const shares = rows.map(share)

function share([id, showCode, en, hk, exchange, referencePrice]: Row): Market {
  const own = { id, showCode, en, hk, ...exchange, leverages: ofShares, referencePrice }
  return seedMarket({ ...own, unitsPerLot: 1, feePerLotCents: 2 }, terms)
}
