// A server for one page whose every answer is the test's: for states that the real one reaches only after days.
import type { Page, Request } from 'playwright-core'

type Answer = unknown | ((request: Request) => unknown)

/** By path: what is answered, or what makes the answer. Changed by the test while the page is open. */
export type StubbedCalls = Record<string, Answer>

/** A refusal in the server's words. */
export type Refused = { readonly refused: string; readonly reason?: string; readonly field?: string }

/** A success that says something. */
export type Told = { readonly told: string; readonly data: unknown }

/** In the place of an answer: none comes. */
export const cut = Symbol('the line is cut')

const quietMarkets = {
  '/v1/api/forex/trade_list': [],
  '/v1/api/forex/getCategories': [],
  '/v1/api/forex/abbreviated_cache_kline': {},
}

/** Gives every request that was made, by path. */
export async function stubCalls(
  page: Page,
  calls: StubbedCalls,
): Promise<(path: string) => readonly Request[]> {
  const made: Request[] = []
  const pathOf = (request: Request) => new URL(request.url()).pathname
  await page.route(/^[^?]*\/(?:api|v1\/api)\//, async (route) => {
    const request = route.request()
    made.push(request)
    const all: StubbedCalls = { ...quietMarkets, ...calls }
    const answer = all[pathOf(request)]
    const given = typeof answer === 'function' ? await answer(request) : answer
    // The page may be gone by the time the test lets an answer go.
    await (given === cut ? route.abort() : route.fulfill({ json: envelopeOf(given) })).catch(() => undefined)
  })
  return (path) => made.filter((request) => pathOf(request) === path)
}

function envelopeOf(given: unknown): unknown {
  if (given === undefined) return { code: 0, msg: 'There is nothing at this address.', data: null }
  if (isTold(given)) return { code: 1, msg: given.told, data: given.data }
  if (!isRefused(given)) return { code: 1, msg: '', data: given }
  const { refused, ...data } = given
  return { code: 0, msg: refused, data }
}

function isRefused(given: unknown): given is Refused {
  return typeof given === 'object' && given !== null && 'refused' in given
}

function isTold(given: unknown): given is Told {
  return typeof given === 'object' && given !== null && 'told' in given
}

/** Logged in when the page is first opened, and as it was left afterwards. */
export async function beginSession(page: Page, token: string): Promise<void> {
  await page.addInitScript((begun) => {
    if (sessionStorage.getItem('begun') !== null) return
    sessionStorage.setItem('begun', 'yes')
    localStorage.setItem('openlot.session', begun)
  }, token)
}
