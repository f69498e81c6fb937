// Local times of financial centres, by fixed rules instead of the time zone database, so that prices are the same on
// every machine. Approximate local times suffice here. Session hours, which must be exact, come from
// `server/market-data/hours`.
import { weekdayFrom, yearOf } from '#server/feed/sim/calendar-days.ts'
import { createLruMemo } from '#server/feed/sim/lru-memo.ts'

/** A city whose local time sets the hours of its traders, or UTC. */
export type FinancialCentre =
  | 'new_york'
  | 'chicago'
  | 'london'
  | 'frankfurt'
  | 'hong_kong'
  | 'tokyo'
  | 'sydney'
  | 'utc'

const centres: Readonly<
  Record<FinancialCentre, { readonly winterMinutes: number; readonly rule?: DaylightSavingRule }>
> = {
  new_york: { winterMinutes: -300, rule: 'america' },
  chicago: { winterMinutes: -360, rule: 'america' },
  london: { winterMinutes: 0, rule: 'europe' },
  frankfurt: { winterMinutes: 60, rule: 'europe' },
  hong_kong: { winterMinutes: 480 },
  tokyo: { winterMinutes: 540 },
  sydney: { winterMinutes: 600, rule: 'australia' },
  utc: { winterMinutes: 0 },
}

type DaylightSavingRule = 'america' | 'europe' | 'australia'

/** Whether each region observes daylight saving time on a given day. */
export type DaylightSaving = Readonly<Record<DaylightSavingRule, boolean>>

export function daylightSavingOn(day: number): DaylightSaving {
  const { america, europe, australia } = changesIn(yearOf(day))
  return {
    america: day >= america[0] && day < america[1],
    europe: day >= europe[0] && day < europe[1],
    australia: day < australia[0] || day >= australia[1],
  }
}

const cachedYears = 8

/** The two days of a year on which the clocks change. */
const changesIn = createLruMemo(cachedYears, (year) => {
  const sundayFrom = (month: number, date: number) => weekdayFrom(0, year, month, date)
  return {
    america: [sundayFrom(3, 8), sundayFrom(11, 1)],
    europe: [sundayFrom(3, 25), sundayFrom(10, 25)],
    australia: [sundayFrom(4, 1), sundayFrom(10, 1)],
  } as const
})

/** Positive east of Greenwich. */
export function utcOffsetMinutes(centre: FinancialCentre, saving: DaylightSaving): number {
  const { winterMinutes, rule } = centres[centre]
  return rule !== undefined && saving[rule] ? winterMinutes + 60 : winterMinutes
}
