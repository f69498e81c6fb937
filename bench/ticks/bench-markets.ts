import type { Market } from '#core/market/market.ts'
import { markets } from '#db/seed/markets.ts'

/**
 * Forty traded markets of every kind in ten currencies. The number is the share of the crash by which a market falls; a
 * market with a negative number rises. Crosses follow both of their currencies. USDHKD is used for conversion only.
 */
const falls: Readonly<Record<string, number>> = {
  EURUSD: 0.1,
  GBPUSD: 0.25,
  AUDUSD: 0.4,
  NZDUSD: 0.4,
  USDJPY: 0.4,
  USDCHF: 0.25,
  USDCAD: -0.25,
  USDCNH: -0.1,
  USDSGD: -0.1,
  USDHKD: 0,
  USDMXN: -0.6,
  USDZAR: -0.6,
  EURJPY: 0.5,
  GBPJPY: 0.65,
  AUDJPY: 0.8,
  EURCHF: 0.35,
  EURGBP: -0.15,
  EURAUD: -0.3,
  XAUUSD: -0.2,
  XAGUSD: 0.6,
  COPPER: 1,
  USOIL: 1.5,
  UKOIL: 1.5,
  NGAS: 0.5,
  US30: 1,
  NAS100: 1.2,
  SPX500: 1,
  GER40: 1,
  FRA40: 1,
  UK100: 0.8,
  JPN225: 1.2,
  HKG33: 1.2,
  AUS200: 0.9,
  BTCUSD: 2,
  ETHUSD: 2.3,
  SOLUSD: 2.6,
  AAPL: 1.1,
  NVDA: 1.8,
  TSLA: 1.8,
  'HSBA.L': 1,
  '0700.HK': 1.3,
}

export const benchMarkets: readonly Market[] = Object.keys(falls).map((code) => {
  const market = markets.find((one) => one.code === code)
  if (market === undefined) throw new Error(`the seed has no market ${code}`)
  return market
})

export const tradedMarkets = benchMarkets.filter(({ leverages }) => leverages.length > 0)

export function fallOf({ code }: Market): number {
  return falls[code] ?? 0
}
