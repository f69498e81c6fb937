import type { IdentityQueueInput } from '#contract/desk/identity.ts'
import { pageFromQuery } from '#desk/parts/pagination.ts'

export type QueueState = IdentityQueueInput['state']

export const queueStates = ['waiting', 'approved', 'refused'] as const satisfies readonly QueueState[]

export function queueFromSearch(search: string): IdentityQueueInput {
  const query = new URLSearchParams(search)
  const state = queueStates.find((name) => name === query.get('state')) ?? 'waiting'
  return { state, page: pageFromQuery(query.get('page')) }
}

/** Leaves default values out of the query. */
export function queuePath({ state, page }: IdentityQueueInput): string {
  const query = new URLSearchParams()
  if (state !== 'waiting') query.set('state', state)
  if (page > 1) query.set('page', String(page))
  return query.size === 0 ? '/identity' : `/identity?${query}`
}
