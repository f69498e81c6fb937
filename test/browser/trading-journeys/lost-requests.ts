// Lost requests and answers, and their effect on the server.
import assert from 'node:assert/strict'
import { Client } from 'pg'
import type { Page, Request, Route } from 'playwright-core'
import type { PricedApp } from '#test/browser/markets/priced-app.ts'
import { ask } from '#test/browser/trading-journeys/trading-page.ts'

export const paths = {
  place: '/v1/api/forex/submit',
  close: '/v1/api/forex/close',
  cancel: '/v1/api/forex/cancel_trade',
  stops: '/v1/api/forex/set_stop_price',
  closeMany: '/v1/api/forex/close_many',
  reverse: '/v1/api/forex/reverse',
  amend: '/v1/api/forex/amend_order',
  outcome: '/v1/api/forex/outcome',
} as const

/** The browser logs every failed request, and a page cannot prevent that. */
export const isLostRequest = (problem: string): boolean =>
  problem.startsWith('Failed to load resource: net::ERR_')

/** The server executes the request; its answer does not arrive. */
export async function loseAnswer(route: Route): Promise<void> {
  const answer = await (await route.fetch()).json()
  assert.equal(answer.code, 1, answer.msg)
  await route.abort('connectionreset')
}

/** The server never receives the request. */
export const loseRequest = (route: Route): Promise<void> => route.abort('connectionreset')

/** Applies one handler per request to a path; later requests pass. Returns the requests seen. */
export async function interceptRequests(
  page: Page,
  path: string,
  ...ways: readonly ((route: Route) => Promise<void>)[]
): Promise<readonly Request[]> {
  const tries: Request[] = []
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      tries.push(route.request())
      await (ways[tries.length - 1]?.(route) ?? route.continue())
    },
  )
  return tries
}

/** Collects the requests to a path from now on. */
export function sentTo(page: Page, path: string): readonly Request[] {
  const sent: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) sent.push(request)
  })
  return sent
}

export function idempotencyKeys(requests: readonly Request[]): readonly string[] {
  return [...new Set(requests.map((request) => request.headers()['idempotency-key'] ?? ''))]
}

/** All orders of the page's account in the database. */
export async function ordersInDatabase(app: PricedApp, page: Page): Promise<readonly string[]> {
  const { uid } = await ask(page, '/api/user/info')
  const client = new Client({ connectionString: app.databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ order: string }>(
      `select concat_ws(' ', orders.status, orders.side, orders.kind) as order
      from orders join users on users.id = orders.user_id where users.uid = $1 order by orders.id`,
      [uid],
    )
    return rows.map(({ order }) => order)
  } finally {
    await client.end()
  }
}
