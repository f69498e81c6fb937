import type { Market } from '#core/market/market.ts'
import { ofCrypto, seedMarket } from '#db/seed/markets/seed-market.ts'

/** A lot is one coin, or many of a cheap coin, so steps and limits differ per coin. */
const rows: readonly Row[] = [
  [601, 'BTC/USD', 'Bitcoin', '比特幣', 2, 1, 1, 10_000, 2000, 9_500_000],
  [602, 'ETH/USD', 'Ethereum', '以太幣', 2, 1, 10, 10_000, 60, 320_000],
  [603, 'SOL/USD', 'Solana', 'Solana', 3, 1, 100, 1_000_000, 3, 150_000],
  [604, 'XRP/USD', 'XRP', '瑞波幣', 5, 100, 100, 10_000, 5, 220_000],
  [605, 'LTC/USD', 'Litecoin', '萊特幣', 2, 1, 10, 1_000_000, 2, 9000],
  [606, 'DOGE/USD', 'Dogecoin', '狗狗幣', 5, 1000, 100, 10_000, 4, 17_000],
  [607, 'ADA/USD', 'Cardano', '艾達幣', 5, 100, 100, 10_000, 1, 50_000],
]

type Row = readonly [
  id: number,
  showCode: string,
  en: string,
  hk: string,
  precision: number,
  unitsPerLot: number,
  lotStep: number,
  mostLots: number,
  feePerLotCents: number,
  referencePrice: number,
]

export const crypto = rows.map(coin)

function coin(row: Row): Market {
  const [id, showCode, en, hk, precision, unitsPerLot, lotStep, mostLots, feePerLotCents, referencePrice] =
    row
  const own = { id, showCode, en, hk, precision, unitsPerLot, feePerLotCents, referencePrice }
  return seedMarket(
    { ...own, quoteCurrency: 'USD', leverages: ofCrypto, hours: 'crypto' },
    { category: 'crypto', lotStep, mostLots, feeSharePpm: 2000, jumpLimitPpm: 100_000 },
  )
}
