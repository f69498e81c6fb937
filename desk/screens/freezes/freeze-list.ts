import type { DeskFreezesAnswer, DeskFreezesInput } from '#contract/desk/freezes.ts'
import { pageFromQuery } from '#desk/parts/pagination.ts'

export type FreezeState = DeskFreezesInput['state']
export type Freeze = DeskFreezesAnswer['data'][number]

export const freezeStates = ['frozen', 'lifted'] as const satisfies readonly FreezeState[]

export function freezesFromSearch(search: string): DeskFreezesInput {
  const query = new URLSearchParams(search)
  const state = freezeStates.find((name) => name === query.get('state')) ?? 'frozen'
  return { state, page: pageFromQuery(query.get('page')) }
}

/** Leaves default values out of the query. */
export function freezesPath({ state, page }: DeskFreezesInput): string {
  const query = new URLSearchParams()
  if (state !== 'frozen') query.set('state', state)
  if (page > 1) query.set('page', String(page))
  return query.size === 0 ? '/freezes' : `/freezes?${query}`
}
