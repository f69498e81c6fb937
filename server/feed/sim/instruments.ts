// Daily volatility, correlations and spreads, rounded from the behaviour of these markets over recent years.
import type { ActivityName } from '#server/feed/sim/trading-activity.ts'

/** Common factors and their activity. The standard deviation of each is 1 on a working day. */
export const factors = {
  /** All assets against the US dollar. */
  dollar: 'currencies',
  /** Risk appetite: equities worldwide. */
  risk: 'world',
  technology: 'americanShares',
  europe: 'europe',
  asia: 'hongKong',
  preciousMetals: 'metals',
  oil: 'energies',
  coins: 'coins',
} as const satisfies Readonly<Record<string, ActivityName>>

export type FactorName = keyof typeof factors

export type Instrument = {
  /** Daily volatility: standard deviation of a working day's move, in percent. */
  readonly dailyPercent: number
  /** Correlation with each factor. The remaining variance is specific to the instrument. */
  readonly correlations: Readonly<Partial<Record<FactorName, number>>>
  /** Activity of the part that is specific to the instrument. */
  readonly activity: ActivityName
}

/** `[daily percent, correlations]` by code, for instruments with the same activity. */
type Rows = Readonly<Record<string, readonly [number, Instrument['correlations']]>>

function instrumentsOf(activity: ActivityName, rows: Rows): ReadonlyMap<string, Instrument> {
  return new Map(
    Object.entries(rows).map(([code, [dailyPercent, correlations]]) => [
      code,
      { dailyPercent, correlations, activity },
    ]),
  )
}

/** Assets valued in US dollars. The price of a pair is the ratio of its two assets. */
export const assets: ReadonlyMap<string, Instrument> = new Map([
  ...instrumentsOf('currencies', {
    EUR: [0.4, { dollar: 0.8 }],
    GBP: [0.46, { dollar: 0.72, risk: 0.15 }],
    CHF: [0.47, { dollar: 0.75, risk: -0.1 }],
    CAD: [0.35, { dollar: 0.6, risk: 0.3 }],
    SGD: [0.24, { dollar: 0.8 }],
    MXN: [0.7, { dollar: 0.4, risk: 0.4 }],
    ZAR: [0.85, { dollar: 0.45, risk: 0.35 }],
  }),
  ...instrumentsOf('pacific', {
    JPY: [0.47, { dollar: 0.6, risk: -0.25 }],
    AUD: [0.55, { dollar: 0.65, risk: 0.4 }],
    NZD: [0.57, { dollar: 0.65, risk: 0.35 }],
    CNH: [0.18, { dollar: 0.55 }],
    HKD: [0.03, {}],
  }),
  ...instrumentsOf('metals', {
    XAU: [1.4, { preciousMetals: 0.8, dollar: 0.35 }],
    XAG: [2.1, { preciousMetals: 0.75, dollar: 0.3, risk: 0.15 }],
    XPT: [1.7, { preciousMetals: 0.55, dollar: 0.25, risk: 0.2 }],
    XPD: [2, { preciousMetals: 0.45, dollar: 0.2, risk: 0.2 }],
  }),
  ...instrumentsOf('coins', {
    BTC: [2.5, { coins: 0.9, risk: 0.2 }],
    ETH: [3.4, { coins: 0.88, risk: 0.2 }],
    SOL: [4.2, { coins: 0.8, risk: 0.2 }],
    XRP: [4, { coins: 0.7, risk: 0.15 }],
    LTC: [3.6, { coins: 0.75, risk: 0.15 }],
    DOGE: [4.6, { coins: 0.75, risk: 0.2 }],
    ADA: [4.2, { coins: 0.78, risk: 0.2 }],
  }),
])

/** Instruments with a price of their own, by market code: commodities, indices and shares. */
export const quoted: ReadonlyMap<string, Instrument> = new Map([
  ...instrumentsOf('metals', { COPPER: [1.4, { risk: 0.4, dollar: 0.3 }] }),
  ...instrumentsOf('energies', {
    USOIL: [2.1, { oil: 0.95, risk: 0.2 }],
    UKOIL: [2, { oil: 0.95, risk: 0.2 }],
    NGAS: [3.3, { oil: 0.15 }],
  }),
  ...instrumentsOf('world', {
    US30: [0.85, { risk: 0.9 }],
    SPX500: [0.9, { risk: 0.96, technology: 0.15 }],
    NAS100: [1.2, { risk: 0.86, technology: 0.42 }],
    US2000: [1.25, { risk: 0.82 }],
  }),
  ...instrumentsOf('europe', {
    GER40: [1, { risk: 0.55, europe: 0.7 }],
    FRA40: [0.95, { risk: 0.5, europe: 0.72 }],
    EUSTX50: [0.95, { risk: 0.55, europe: 0.76 }],
  }),
  ...instrumentsOf('britain', { UK100: [0.75, { risk: 0.5, europe: 0.55 }] }),
  ...instrumentsOf('hongKong', { HKG33: [1.4, { risk: 0.35, asia: 0.75 }] }),
  ...instrumentsOf('japan', { JPN225: [1.25, { risk: 0.55, asia: 0.3 }] }),
  ...instrumentsOf('australia', { AUS200: [0.8, { risk: 0.45, asia: 0.3 }] }),
  ...instrumentsOf('americanShares', {
    AAPL: [1.6, { risk: 0.55, technology: 0.35 }],
    MSFT: [1.5, { risk: 0.55, technology: 0.45 }],
    NVDA: [2.6, { risk: 0.5, technology: 0.5 }],
    AMZN: [1.9, { risk: 0.55, technology: 0.4 }],
    GOOGL: [1.8, { risk: 0.5, technology: 0.4 }],
    META: [2.1, { risk: 0.5, technology: 0.45 }],
    TSLA: [3.4, { risk: 0.45, technology: 0.3 }],
    NFLX: [2.1, { risk: 0.4, technology: 0.35 }],
    JPM: [1.4, { risk: 0.6 }],
  }),
  ...instrumentsOf('germanShares', {
    'SAP.DE': [1.5, { risk: 0.4, europe: 0.5 }],
    'SIE.DE': [1.6, { risk: 0.4, europe: 0.55 }],
    'MC.PA': [1.8, { risk: 0.35, europe: 0.5 }],
  }),
  ...instrumentsOf('britishShares', { 'HSBA.L': [1.3, { risk: 0.35, europe: 0.4, asia: 0.2 }] }),
  ...instrumentsOf('hongKongShares', {
    '0700.HK': [2, { risk: 0.25, asia: 0.7 }],
    '9988.HK': [2.5, { risk: 0.25, asia: 0.65 }],
  }),
  ...instrumentsOf('japaneseShares', {
    '7203.T': [1.6, { risk: 0.3, asia: 0.3 }],
    '6758.T': [1.9, { risk: 0.3, asia: 0.3, technology: 0.15 }],
  }),
])

/** Spread in busy hours, in millionths of the price. */
const spreadsPpm: Readonly<Record<string, number>> = {
  EURUSD: 45,
  USDJPY: 55,
  GBPUSD: 65,
  AUDUSD: 85,
  NZDUSD: 120,
  USDCAD: 80,
  USDCHF: 100,
  EURGBP: 95,
  EURJPY: 85,
  EURCHF: 110,
  USDCNH: 55,
  USDSGD: 110,
  USDHKD: 35,
  USDMXN: 260,
  USDZAR: 420,
  XAUUSD: 85,
  XAGUSD: 450,
  XPTUSD: 1500,
  XPDUSD: 2500,
  COPPER: 500,
  USOIL: 450,
  UKOIL: 450,
  NGAS: 1800,
  US30: 60,
  SPX500: 95,
  NAS100: 80,
  US2000: 150,
  GER40: 130,
  FRA40: 130,
  EUSTX50: 200,
  UK100: 120,
  JPN225: 200,
  HKG33: 280,
  AUS200: 150,
  BTCUSD: 500,
  ETHUSD: 700,
}

/** Spread for each percent of daily volatility, for codes that are not in the table. */
const ppmPerDailyPercent = { pair: 210, quoted: 120, coin: 450 }

export function spreadPpm(code: string, kind: keyof typeof ppmPerDailyPercent, dailyPercent: number): number {
  return spreadsPpm[code] ?? ppmPerDailyPercent[kind] * dailyPercent
}
