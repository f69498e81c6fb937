// A server for one page whose every answer is the test's: for states that the real one reaches only after days.
import type { Page, Request } from 'playwright-core'

type Answer = unknown | ((request: Request) => unknown)

/** By path: what is answered, or what makes the answer. A `Refused` becomes a refusal, `cut` cuts the line. */
export type StubbedCalls = Record<string, Answer>

export type Refused = { readonly refused: string; readonly reason?: string; readonly field?: string }

export const cut = Symbol('the line is cut')

const aMarketLess = { '/v1/api/forex/trade_list': [], '/v1/api/forex/getCategories': [] }

/** The table may be changed while the page is open. */
export async function stubCalls(page: Page, calls: StubbedCalls): Promise<void> {
  await page.route(/\/(?:api|v1\/api)\//, async (route) => {
    const request = route.request()
    const path = new URL(request.url()).pathname
    const known: StubbedCalls = { ...aMarketLess, ...calls }
    const answer = known[path]
    const given = typeof answer === 'function' ? await answer(request) : answer
    if (given === cut) await route.abort()
    else await route.fulfill({ json: envelopeOf(given) })
  })
  await page.routeWebSocket(/\/v1\/ws/, (socket) => {
    socket.onMessage((text) => {
      const { cmd, topic } = JSON.parse(String(text))
      const answers = { ping: { cmd: 'pong' }, login: { cmd, code: 1 }, sub: { cmd, topic, code: 1 } }
      const answer = answers[cmd as keyof typeof answers]
      if (answer !== undefined) socket.send(JSON.stringify(answer))
    })
  })
}

function envelopeOf(given: unknown): unknown {
  if (given === undefined) return { code: 0, msg: 'There is nothing at this address.', data: null }
  if (!isRefused(given)) return { code: 1, msg: '', data: given }
  const { refused, ...data } = given
  return { code: 0, msg: refused, data }
}

function isRefused(given: unknown): given is Refused {
  return typeof given === 'object' && given !== null && 'refused' in given
}

/** Logged in when the page is first opened, and as it was left afterwards. */
export async function beginSession(page: Page, token = 'a-token-of-the-test'): Promise<void> {
  await page.addInitScript((begun) => {
    if (sessionStorage.getItem('begun') !== null) return
    sessionStorage.setItem('begun', 'yes')
    localStorage.setItem('openlot.session', begun)
  }, token)
}

export const realUser = {
  id: 7,
  uid: '30018842',
  is_demo: 0,
  email: 'lee.min@example.com',
  area_id: null,
  mobile: '',
  invite_code: '7KQ2M9RD',
  review_status: 0,
  created_at: '2026-03-02T10:00:00.000Z',
}

export const demoUser = { ...realUser, uid: '90000017', is_demo: 1, email: '', invite_code: '' }
