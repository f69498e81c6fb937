import { pageFromQuery } from '#desk/parts/pagination.ts'

/** The tab and page of a queue, kept in the URL. */
export type QueuePlace<State extends string> = { readonly state: State; readonly page: number }

/** The first state is the default. */
export type QueueStates<State extends string> = readonly [State, ...State[]]

export function placeFromSearch<State extends string>(
  search: string,
  states: QueueStates<State>,
): QueuePlace<State> {
  const query = new URLSearchParams(search)
  const state = states.find((name) => name === query.get('state')) ?? states[0]
  return { state, page: pageFromQuery(query.get('page')) }
}

/** Leaves default values out of the query. */
export function placePath<State extends string>(
  path: string,
  states: QueueStates<State>,
  { state, page }: QueuePlace<State>,
): string {
  const query = new URLSearchParams()
  if (state !== states[0]) query.set('state', state)
  if (page > 1) query.set('page', String(page))
  return query.size === 0 ? path : `${path}?${query}`
}

/** The waiting record after this one. After the last record it is the first. */
export function nextInQueue(waiting: readonly { readonly id: number }[], id: number): number | undefined {
  const at = waiting.findIndex((entry) => entry.id === id)
  const following = [...waiting.slice(at + 1), ...waiting.slice(0, Math.max(at, 0))]
  return following.find((entry) => entry.id !== id)?.id
}
