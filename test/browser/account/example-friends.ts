// Friends who registered with the example user's code.
import type { Request } from 'playwright-core'

export const invitesPath = '/api/user/invite_list'

const friend = (number: number) => ({
  name: `fr•••${number}@g•••.com`,
  created_at: new Date(Date.UTC(2026, 10, 15) - number * 86_400_000).toISOString(),
})

export const pageOf = (request: Request) => Number(new URL(request.url()).searchParams.get('page'))

/** 23 friends, twenty per page. */
export function friends(request: Request) {
  const from = (pageOf(request) - 1) * 20
  const data = Array.from({ length: 23 }, (_, number) => friend(number)).slice(from, from + 20)
  return { data, total: 23 }
}
