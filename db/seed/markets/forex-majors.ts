import { type ForexRow, forexPair } from '#db/seed/markets/forex-pair.ts'
import { wide, widest } from '#db/seed/markets/leverages.ts'

const rows: readonly ForexRow[] = [
  [101, 'EUR/USD', widest, 114_500],
  [102, 'GBP/USD', widest, 133_500],
  [103, 'USD/JPY', widest, 160_500],
  [104, 'USD/CHF', widest, 80_500],
  [105, 'USD/CAD', widest, 138_500],
  [106, 'AUD/USD', wide, 68_500],
  [107, 'NZD/USD', wide, 59_500],
]

export const forexMajors = rows.map((row) => forexPair('forex_majors', row))
