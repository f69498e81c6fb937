// Stubs all calls of a page, for states that the real server reaches only after days.
import type { Page, Request } from 'playwright-core'
import type { AnnouncementAnswer, MissingConsentsAnswer } from '#contract/calls/content.ts'
import type { TradeListAnswer } from '#contract/calls/market.ts'
import type { QuoteRow } from '#contract/live.ts'

type Answer = unknown | ((request: Request) => unknown)

/** Answers or answer functions by path. A test may change them while the page is open. */
export type StubbedCalls = Record<string, Answer>

/** A refusal with a message. */
export type Refused = { readonly refused: string; readonly reason?: string; readonly field?: string }

/** A success with a message. */
export type WithMessage = { readonly message: string; readonly data: unknown }

/** Given in place of an answer, it aborts the request. */
export const aborted = Symbol('aborted request')

/** Given in place of an answer, it is sent as it is. */
export type WholeEnvelope = { readonly envelope: object }

/** Given in place of an answer, it is a private file. */
export type PrivateFile = { readonly file: Buffer; readonly contentType: string }

export const tooManyRequests: WholeEnvelope = {
  envelope: { code: 429, msg: 'Too many requests.', data: { retry_after: 1 } },
}

export const sessionEnded: WholeEnvelope = {
  envelope: { code: 999, msg: 'Please log in again.', data: null },
}

const marketsPath = '/v1/api/forex/trade_list'

const noAnnouncement: AnnouncementAnswer = {
  ...{ edition: 0, title: '', content: '', countries: [], updated_at: null, language: 'en' },
}

/** Answers of the calls that the app makes at its start. */
const usual: StubbedCalls = {
  '/api/default/announcement': noAnnouncement,
  '/api/company/getCompanyStatus': { status: 0, loss_url: '', main_company: 0 },
  '/api/user/consents': { missing: [] } satisfies MissingConsentsAnswer,
  [marketsPath]: [],
  '/v1/api/forex/getCategories': [],
  '/v1/api/forex/abbreviated_cache_kline': {},
}

/**
 * Returns a function that lists the requests made to a path. The market list contains the pushed quotes: a page fetches
 * it by itself when a market closes, and must not receive older prices.
 */
export async function stubCalls(
  page: Page,
  calls: StubbedCalls,
  quotes: ReadonlyMap<number, QuoteRow> = new Map(),
): Promise<(path: string) => readonly Request[]> {
  const made: Request[] = []
  const pathOf = (request: Request) => new URL(request.url()).pathname
  await page.route(/^[^?]*\/(?:api|v1\/api)\//, async (route) => {
    const request = route.request()
    made.push(request)
    const all: StubbedCalls = { ...usual, ...calls }
    const answer = all[pathOf(request)]
    const plain = typeof answer === 'function' ? await answer(request) : answer
    const given = pathOf(request) === marketsPath && Array.isArray(plain) ? withQuotes(plain, quotes) : plain
    // The page may be closed before the test releases an answer.
    await (given === aborted ? route.abort() : route.fulfill(responseOf(given))).catch(() => undefined)
  })
  return (path) => made.filter((request) => pathOf(request) === path)
}

function withQuotes(items: TradeListAnswer, quotes: ReadonlyMap<number, QuoteRow>): TradeListAnswer {
  return items.map((item) => {
    const quote = quotes.get(item.Id)
    if (quote === undefined) return item
    const { Open, Close, Change, Id, Code, ...prices } = quote
    return { ...item, ...prices, ForexQuotations: { Open, Close, Change } }
  })
}

function responseOf(given: unknown) {
  return isFile(given) ? { body: given.file, contentType: given.contentType } : { json: envelopeOf(given) }
}

function envelopeOf(given: unknown): unknown {
  if (given === undefined) return { code: 0, msg: 'There is nothing at this address.', data: null }
  if (isEnvelope(given)) return given.envelope
  if (hasMessage(given)) return { code: 1, msg: given.message, data: given.data }
  if (!isRefused(given)) return { code: 1, msg: '', data: given }
  const { refused, ...data } = given
  return { code: 0, msg: refused, data }
}

function isRefused(given: unknown): given is Refused {
  return typeof given === 'object' && given !== null && 'refused' in given
}

function isEnvelope(given: unknown): given is WholeEnvelope {
  return typeof given === 'object' && given !== null && 'envelope' in given
}

function isFile(given: unknown): given is PrivateFile {
  return typeof given === 'object' && given !== null && 'file' in given
}

function hasMessage(given: unknown): given is WithMessage {
  return typeof given === 'object' && given !== null && 'message' in given
}

/** Logs in on the first load only; later loads keep the state of the page. */
export async function storeSession(page: Page, token: string): Promise<void> {
  await page.addInitScript((begun) => {
    if (sessionStorage.getItem('begun') !== null) return
    sessionStorage.setItem('begun', 'yes')
    localStorage.setItem('openlot.session', begun)
  }, token)
}
