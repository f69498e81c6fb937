import { allDays, type DateRange, rangeFromParam, rangeToParam } from '#web/parts/lists/date-range.ts'

/** Which changes of the balance are shown, by the wire's `type`; `all` is every one. */
export type LogType = 'all' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '10'

export type LogFilter = { readonly type: LogType; readonly range: DateRange }

export const everything: LogFilter = { type: 'all', range: allDays }

const realTypes: readonly LogType[] = ['all', '1', '2', '3', '4', '5', '6', '10']
/** No money comes to a demo account or leaves it, but for what it begins with. */
const demoTypes: readonly LogType[] = ['all', '3', '4', '6', '7', '10']

export function typesOf(isDemo: boolean): readonly LogType[] {
  return isDemo ? demoTypes : realTypes
}

/** From the address, so that the way back finds what one left. What nobody can read shows everything. */
export function filterOfSearch(search: string): LogFilter {
  const query = new URLSearchParams(search)
  const type = [...realTypes, ...demoTypes].find((known) => known === query.get('type'))
  return { type: type ?? 'all', range: rangeFromParam(query.get('dates')) }
}

/** The same the other way round: what follows the path, with its question mark. */
export function searchOfFilter({ type, range }: LogFilter): string {
  const dates = rangeToParam(range)
  const query = new URLSearchParams({
    ...(type === 'all' ? {} : { type }),
    ...(dates === undefined ? {} : { dates }),
  })
  return query.size === 0 ? '' : `?${query}`
}

export function isEverything({ type, range }: LogFilter): boolean {
  return type === 'all' && range.kind === 'all'
}
