import { type ForexRow, forexPair } from '#db/seed/markets/forex-pair.ts'
import { none, wide, widest } from '#db/seed/markets/leverages.ts'

/** The reference prices of pairs without the dollar follow from those of the majors. */
const rows: readonly ForexRow[] = [
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

export const forexCrosses = rows.map((row) => forexPair('forex_crosses', row))
