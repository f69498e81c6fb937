import { allDays, type DateRange, rangeFromParam, rangeToParam } from '#web/parts/lists/date-range.ts'

/** Transaction type by its number on the wire, or `all`. */
type TransactionType = 'all' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '10'

export type TransactionFilter = { readonly type: TransactionType; readonly range: DateRange }

export const noFilter: TransactionFilter = { type: 'all', range: allDays }

const realTypes: readonly TransactionType[] = ['all', '1', '2', '3', '4', '5', '6', '10']
/** A demo account has no deposits or withdrawals, only its opening balance. */
const demoTypes: readonly TransactionType[] = ['all', '3', '4', '6', '7', '10']

export function transactionTypes(isDemo: boolean): readonly TransactionType[] {
  return isDemo ? demoTypes : realTypes
}

/** Reads the filter from the address, which keeps it across reloads. Unknown values show everything. */
export function filterFromSearch(search: string): TransactionFilter {
  const query = new URLSearchParams(search)
  const type = [...realTypes, ...demoTypes].find((known) => known === query.get('type'))
  return { type: type ?? 'all', range: rangeFromParam(query.get('dates')) }
}

/** Query string including the question mark, or an empty string. */
export function filterToSearch({ type, range }: TransactionFilter): string {
  const dates = rangeToParam(range)
  const query = new URLSearchParams({
    ...(type === 'all' ? {} : { type }),
    ...(dates === undefined ? {} : { dates }),
  })
  return query.size === 0 ? '' : `?${query}`
}

export function isUnfiltered({ type, range }: TransactionFilter): boolean {
  return type === 'all' && range.kind === 'all'
}
