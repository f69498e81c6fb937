// The month and filters of the list, kept in the address.
import { pageFromQuery } from '#desk/parts/pagination.ts'

export type MonthFilter = {
  /** `YYYY-MM` in UTC. */
  readonly month: string
  /** This or a higher one. */
  readonly importance: number
  /** Empty for all. */
  readonly currency: string
  readonly search: string
  readonly page: number
}

export function monthOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 7)
}

export function shiftMonth(month: string, by: number): string {
  const [year = 2026, number = 1] = month.split('-').map(Number)
  const shifted = monthOf(Date.UTC(year, number - 1 + by))
  return isMonth(shifted) ? shifted : month
}

export function filterFrom(query: string, thisMonth: string): MonthFilter {
  const given = new URLSearchParams(query)
  const text = (name: string) => given.get(name) ?? ''
  return {
    month: isMonth(text('month')) ? text('month') : thisMonth,
    importance: ['2', '3'].includes(text('importance')) ? Number(text('importance')) : 1,
    currency: /^[A-Z]{3,5}$/.test(text('currency')) ? text('currency') : '',
    search: text('search').slice(0, 100),
    page: pageFromQuery(given.get('page')),
  }
}

/** Leaves out what is usual. */
export function queryOf(
  { month, importance, currency, search, page }: MonthFilter,
  thisMonth: string,
): string {
  const query = new URLSearchParams({
    ...(month === thisMonth ? {} : { month }),
    ...(importance === 1 ? {} : { importance: String(importance) }),
    ...(currency === '' ? {} : { currency }),
    ...(search === '' ? {} : { search }),
    ...(page === 1 ? {} : { page: String(page) }),
  }).toString()
  return query === '' ? '' : `?${query}`
}

function isMonth(text: string): boolean {
  return /^20\d{2}-(0[1-9]|1[0-2])$/.test(text)
}
