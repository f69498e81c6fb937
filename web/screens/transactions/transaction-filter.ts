import { allDays, type DateRange, rangeFromParam, rangeToParam } from '#web/parts/lists/date-range.ts'

/** Which changes of the balance are shown, by the wire's `type`; `all` is every one. */
export type TransactionType = 'all' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '10'

export type TransactionFilter = { readonly type: TransactionType; readonly range: DateRange }

export const noFilter: TransactionFilter = { type: 'all', range: allDays }

const realTypes: readonly TransactionType[] = ['all', '1', '2', '3', '4', '5', '6', '10']
/** No money comes to a demo account or leaves it, but for what it begins with. */
const demoTypes: readonly TransactionType[] = ['all', '3', '4', '6', '7', '10']

export function transactionTypes(isDemo: boolean): readonly TransactionType[] {
  return isDemo ? demoTypes : realTypes
}

/** From the address, so that the way back finds what one left. What nobody can read shows everything. */
export function filterFromSearch(search: string): TransactionFilter {
  const query = new URLSearchParams(search)
  const type = [...realTypes, ...demoTypes].find((known) => known === query.get('type'))
  return { type: type ?? 'all', range: rangeFromParam(query.get('dates')) }
}

/** The same the other way round: what follows the path, with its question mark. */
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
