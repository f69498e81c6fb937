/** The ask above the bid in busy hours, in millionths of the price. */
const spreads: Readonly<Record<string, number>> = {
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

/** For what the table does not name, by how much it moves on a usual day: what moves more costs more. */
const perDayPercent = { pair: 210, quoted: 120, coin: 450 }

export function spreadPpm(code: string, kind: keyof typeof perDayPercent, dayPercent: number): number {
  return spreads[code] ?? perDayPercent[kind] * dayPercent
}
