import type { SupportFiguresInput } from '#contract/desk/support.ts'

/** Days that end now, or two dates. */
export type FiguresPeriod =
  | { readonly days: (typeof periodDays)[number] }
  | { readonly from: string; readonly to: string }

export const periodDays = [1, 7, 30, 90] as const
const dayMs = 86_400_000
const mostDays = 366

/** Undefined if the dates are missing, in the wrong order or too far apart. `nowMs` is the end of the last days. */
export function periodInput(period: FiguresPeriod, nowMs: number): SupportFiguresInput | undefined {
  if ('days' in period) return { from: nowMs - period.days * dayMs, to: nowMs }
  const [from, to] = [startOf(period.from), startOf(period.to, 1)]
  if (from === undefined || to === undefined || to <= from || to - from > mostDays * dayMs) return undefined
  return { from, to }
}

/** The midnight at which a date begins in the time zone of the operator, or so many days later. */
function startOf(date: string, daysLater = 0): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? []
  if (year === undefined) return undefined
  const midnight = new Date(Number(year), Number(month) - 1, Number(day) + daysLater).getTime()
  return midnight >= 0 ? midnight : undefined
}
