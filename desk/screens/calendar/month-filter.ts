// The month and filters of the list, kept in the address.
import { pageFromQuery } from '#desk/parts/pagination.ts'

export type MonthFilter = {
  /** `YYYY-MM` */
  readonly month: string
  /** This or a higher one. */
  readonly importance: number
  /** Empty for all. */
  readonly currency: string
  readonly search: string
  readonly page: number
}

/** The month in the time zone of the device. */
export function monthOf(timeMs: number): string {
  const date = new Date(timeMs)
  return nameOf(date.getFullYear(), date.getMonth())
}

export function shiftMonth(month: string, by: number): string {
  const { year, place } = partsOf(month)
  const shifted = nameOf(year, place + by)
  return isMonth(shifted) ? shifted : month
}

/** When the month and the next one begin in the time zone of the device. */
export function boundsOf(month: string): { readonly from: number; readonly to: number } {
  const { year, place } = partsOf(month)
  return { from: new Date(year, place).getTime(), to: new Date(year, place + 1).getTime() }
}

/** January is in place 0. */
function partsOf(month: string) {
  const [year = 2026, number = 1] = month.split('-').map(Number)
  return { year, place: number - 1 }
}

function nameOf(year: number, place: number): string {
  return new Date(Date.UTC(year, place)).toISOString().slice(0, 7)
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
