import type { BrowserContextOptions, Page, Request } from 'playwright-core'
import type { FundsFields } from '#contract/calls/account.ts'
import type { UserFields } from '#contract/calls/session.ts'
import type { MyDealAnswer } from '#contract/calls/trading.ts'
import { type StubbedCalls, storeSession, stubCalls } from '#test/browser/account/stub-calls.ts'
import { type StubbedSocket, stubSocket } from '#test/browser/account/stub-socket.ts'
import { setUpStubbedPhones } from '#test/browser/stubbed-phones.ts'
import { dealAt, fundsAt } from '#test/wire/account-fixtures.ts'

export const token = 'a-token-of-the-test'

export const realUser: UserFields = {
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

export const demoUser: UserFields = {
  ...realUser,
  uid: '90000017',
  is_demo: 1,
  email: '',
  invite_code: '',
}

export const ordersPath = '/v1/api/forex/my_deal'

/** `Version` of an account that has only been opened. */
export const firstVersion = 1

/** Funds of an account without open orders. */
export const fundsOf = (balance: string, quoteSeq = 1): FundsFields =>
  fundsAt(quoteSeq, {
    ...{ balance, net_value: balance, mid_net_value: balance, available: balance },
    ...{ lock_balance: '0.000000', Version: firstVersion },
  })

/** Answer of every order list for an account without orders. */
export const noOrdersOf = (funds: FundsFields): MyDealAnswer => dealAt(funds.QuoteSeq, [], funds)

export type AccountPhone = {
  readonly page: Page
  /** Answers by path. A test may change them while the page is open. */
  readonly calls: StubbedCalls
  readonly made: (path: string) => readonly Request[]
  readonly socket: StubbedSocket
}

export type PhoneOptions = BrowserContextOptions & {
  /** Allows console errors, which the browser logs for aborted requests. */
  readonly allowConsoleErrors?: true
  /** Runs in each page before its scripts. */
  readonly initScript?: () => void
}

export type AccountPhones = {
  readonly open: (path: string, calls: StubbedCalls, phoneOptions?: PhoneOptions) => Promise<AccountPhone>
  readonly address: () => string
}

/** Call once at the top of a test file. A test fails if a page reported an unexpected problem. */
export function setUpAccountPhones(): AccountPhones {
  const phones = setUpStubbedPhones()
  return {
    address: phones.address,
    async open(path, stubbed, { allowConsoleErrors = false as boolean, initScript, ...options } = {}) {
      const { page } = await phones.create({ timezoneId: 'UTC', ...options }, () => allowConsoleErrors)
      if (initScript !== undefined) await page.addInitScript(initScript)
      const calls: StubbedCalls = {
        '/api/user/info': realUser,
        [ordersPath]: noOrdersOf(fundsOf('2500.500000')),
        ...stubbed,
      }
      const socket = await stubSocket(page)
      const made = await stubCalls(page, calls, socket.quotes)
      await storeSession(page, token)
      await page.goto(path)
      await page.locator('[data-screen] main').waitFor()
      return { page, calls, made, socket }
    },
  }
}

export const placeOf = (page: Page): string => {
  const { pathname, search } = new URL(page.url())
  return `${pathname}${search}`
}

export const storedItem = (page: Page, name: string): Promise<string | null> =>
  page.evaluate((wanted) => localStorage.getItem(wanted), name)
