import type { ActivityName } from '#server/feed/sim/instruments/activities.ts'

/** What moves many at once; each moves by 1 a day. */
export const factors = {
  /** Everything against the dollar. */
  dollar: 'currencies',
  /** The appetite for risk: the world's shares. */
  risk: 'world',
  technology: 'americanShares',
  europe: 'europe',
  asia: 'hongKong',
  preciousMetals: 'metals',
  oil: 'energies',
  coins: 'coins',
} as const satisfies Readonly<Record<string, ActivityName>>

export type FactorName = keyof typeof factors

/** How something that has a price moves. */
export type Instrument = {
  /** The deviation of a working day's move, in percent. */
  readonly dayPercent: number
  /** How it goes along with each factor, as a correlation. What is left is its own. */
  readonly with: Readonly<Partial<Record<FactorName, number>>>
  /** When its own part moves. */
  readonly activity: ActivityName
}

/** `[percent a day, correlations]` by code, for a table of instruments with the same hours. */
export type Rows = Readonly<Record<string, readonly [number, Instrument['with']]>>

export function instrumentsOf(activity: ActivityName, rows: Rows): ReadonlyMap<string, Instrument> {
  return new Map(
    Object.entries(rows).map(([code, [dayPercent, correlations]]) => [
      code,
      { dayPercent, with: correlations, activity },
    ]),
  )
}
