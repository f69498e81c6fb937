// Phones on the authentication screens. The test answers their calls in any order and at any time.

import type { BrowserContextOptions, Locator, Page, Request } from 'playwright-core'
import type { SessionAnswer, UserFields } from '#contract/calls/session.ts'
import { dayMarketTopic } from '#contract/live.ts'
import { firstQuotes } from '#test/browser/account/stub-socket.ts'
import { setUpStubbedPhones } from '#test/browser/stubbed-phones.ts'

export type Envelope = { readonly code: number; readonly msg: string; readonly data: unknown }

/** The answer to a call; 'nothing' aborts the request. */
export type StubbedAnswer = Envelope | 'nothing' | ((request: Request) => Envelope | Promise<Envelope>)

export const success = (data: unknown, msg = ''): Envelope => ({ code: 1, msg, data })
export const refusal = (reason: string, msg: string, field?: string): Envelope => ({
  code: 0,
  msg,
  data: field === undefined ? { reason } : { reason, field },
})

export type AuthenticationPhone = {
  readonly page: Page
  /** All calls to this path, oldest first. */
  readonly calls: (path: string) => readonly Request[]
  /** Overrides the answer of this path. */
  readonly answer: (path: string, answer: StubbedAnswer) => void
}

export type PhoneSetup = {
  readonly answers?: Readonly<Record<string, StubbedAnswer>>
  /** Initial content of localStorage. */
  readonly storage?: Readonly<Record<string, string>>
  readonly options?: BrowserContextOptions
  /** Allows console errors, which the browser logs for aborted requests. */
  readonly allowConsoleErrors?: boolean
}

export type AuthenticationPhones = {
  readonly open: (path: string, phoneOptions?: PhoneSetup) => Promise<AuthenticationPhone>
}

/** Call once at the top of a test file. A test fails if a page reported an unexpected problem. */
export function setUpAuthenticationPhones(): AuthenticationPhones {
  const phones = setUpStubbedPhones()
  return {
    async open(path, { answers = {}, storage = {}, options = {}, allowConsoleErrors = false } = {}) {
      const { page } = await phones.create(options, () => allowConsoleErrors)
      await page.addInitScript((entries) => {
        for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
      }, storage)
      await answerSocket(page)
      const answering = await answerCalls(page, answers)
      await page.goto(path)
      await page.locator('[data-screen] main').waitFor()
      return { page, ...answering }
    },
  }
}

/** Fakes a socket that accepts any token, because the real server does not have the users of these tests. */
async function answerSocket(page: Page): Promise<void> {
  await page.routeWebSocket(/\/v1\/ws/, (socket) => {
    socket.onMessage((text) => {
      const { cmd, topic } = JSON.parse(String(text)) as { cmd: string; topic?: string }
      socket.send(JSON.stringify({ cmd: cmd === 'ping' ? 'pong' : cmd, code: 1 }))
      if (cmd === 'sub' && topic === dayMarketTopic) socket.send(firstQuotes())
    })
  })
}

async function answerCalls(page: Page, answers: NonNullable<PhoneSetup['answers']>) {
  const present = new Map<string, StubbedAnswer>(Object.entries({ ...usual, ...answers }))
  const made: Request[] = []
  await page.route(/^[^?]*\/(api|v1)\//, async (route) => {
    const request = route.request()
    made.push(request)
    const answer = present.get(pathOf(request)) ?? refusal('unknown_path', '')
    if (answer === 'nothing') return await route.abort()
    const envelope = typeof answer === 'function' ? await answer(request) : answer
    // The page may have been closed while the test delayed the answer.
    await route.fulfill({ json: envelope }).catch(() => undefined)
  })
  return {
    calls: (path: string) => made.filter((request) => pathOf(request) === path),
    answer: (path: string, answer: StubbedAnswer) => void present.set(path, answer),
  }
}

const pathOf = (request: Request) => new URL(request.url()).pathname

export const areas = [
  { id: 11, code: 'SG', global_code: '65' },
  { id: 12, code: 'TH', global_code: '66' },
  { id: 13, code: 'DE', global_code: '49' },
  { id: 14, code: 'CI', global_code: '225' },
]

/** Answers each setting by its key. */
export function settings(values: Readonly<Record<string, number>>): StubbedAnswer {
  return (request) => {
    const key = new URL(request.url()).searchParams.get('key') ?? ''
    return success({ is_show_mobile: 1, verify_reg_type: 1, invite_required: 0, ...values }[key])
  }
}

const usual: Readonly<Record<string, StubbedAnswer>> = {
  '/api/default/setting': settings({}),
  '/api/default/area_list': success(areas),
  '/api/default/announcement': success({ edition: 0 }),
  '/api/user/consents': success({ missing: [] }),
}

export const ann: UserFields = {
  id: 10001,
  uid: '30018842',
  is_demo: 0,
  email: 'ann.lee@example.com',
  area_id: null,
  mobile: '',
  invite_code: '7KQ2M9RD',
  review_status: 0,
  created_at: '2026-01-01T00:00:00.000Z',
}

export const annsSession: SessionAnswer = { token: 'token-of-ann', user: ann }
export const demoSession: SessionAnswer = {
  token: 'token-of-demo',
  user: { ...ann, id: 10002, is_demo: 1, email: '', invite_code: '' },
}

/** Path and query of the page. */
export function placeOf(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return `${pathname}${search}`
}

/** The hint or error that describes a field. */
export async function descriptionOf(field: Locator): Promise<string> {
  return await field.evaluate(
    (control) => document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
  )
}

/** Waits until the field has the focus. */
export async function waitForFocus(field: Locator): Promise<void> {
  const element = await field.elementHandle()
  await field.page().waitForFunction((wanted) => document.activeElement === wanted, element)
}

export const storedItem = (page: Page, name: string): Promise<string | null> =>
  page.evaluate((of) => localStorage.getItem(of), name)
/** The body of a form-encoded request. */
export const formOf = (request: Request | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(request?.postData() ?? ''))
