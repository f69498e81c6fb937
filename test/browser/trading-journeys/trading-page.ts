// Steps of a trader on a phone, and assertions on the screen.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { rowOf } from '#test/browser/markets/market-phones.ts'
import { en } from '#test/browser/words.ts'

export type Side = 'buy' | 'sell'
export type Tab = 'open' | 'pending' | 'history'

export const sideName = (side: Side): string => en(`order.side.${side}`)
export const tabName = (tab: Tab): string => en(`orders.tab.${tab}`)

export type TicketTerms = {
  readonly lots?: string
  readonly leverage?: string
  readonly target?: string
  readonly stopLoss?: string
  readonly takeProfit?: string
}

/** The open sheet: the ticket or the order detail. */
export const sheetOf = (page: Page): Locator => page.getByRole('dialog')
export const questionOf = (page: Page): Locator => page.getByRole('alertdialog')
export const screenOf = (page: Page, name: string): Locator => page.locator(`[data-screen=${name}]`)
export const cardsOf = (page: Page, tab: Tab): Locator =>
  screenOf(page, 'order')
    .getByRole('list', { name: tabName(tab), exact: true })
    .getByRole('listitem')

/** The value of a label, beside or below it. */
export const beside = (within: Locator, name: string): Locator =>
  within.locator(`xpath=.//*[normalize-space(text())="${name}"]/following-sibling::*[1]`)

/** Waits for exactly this text; treats all spaces alike and ignores direction marks. */
export async function waitForExactText(where: Locator, words: string): Promise<void> {
  const pieces = words.split(' ').map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const gap = '[\\s\\u2066-\\u2069]'
  try {
    await where.filter({ hasText: new RegExp(`^${gap}*${pieces.join(`${gap}+`)}${gap}*$`) }).waitFor()
  } catch (fault) {
    // Fails with the actual text, which is more useful than a timeout.
    assert.equal((await where.count()) === 1 ? plain(await where.textContent()) : fault, words)
    throw fault
  }
}

/** Waits until every label has its value. */
export async function waitForFacts(within: Locator, facts: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(facts)) await waitForExactText(beside(within, name), value)
}

/** The toast of an order that was closed by a stop. */
export const endedText = (market: string, cause: 'stop_loss' | 'take_profit', profit: string): string =>
  en('order.ended_with', { market, why: en(`order.cause.${cause}`), profit })

/** Opens a demo account by a call, which is faster than the login screen. Returns its session token. */
export async function openDemoAccount(address: string): Promise<string> {
  const query = new URLSearchParams({ demo_id: randomBytes(16).toString('hex') })
  const answer = await (await fetch(`${address}/api/user/createAccountDemoForU?${query}`)).json()
  assert.equal(answer.code, 1, answer.msg)
  return answer.data.token
}

/** Opens a market from the home screen, as on a first visit. */
export async function openMarket(page: Page, showCode: string): Promise<void> {
  const home = screenOf(page, 'home')
  if (!(await home.isVisible())) await page.getByRole('link', { name: en('tab.markets'), exact: true }).tap()
  await home.waitFor()
  await rowOf(page, showCode).tap()
  await screenOf(page, 'trade').getByRole('heading', { name: showCode }).waitFor()
}

export async function openTicket(page: Page, side: Side): Promise<void> {
  await screenOf(page, 'trade')
    .getByRole('button', { name: sideName(side) })
    .tap()
  await sheetOf(page)
    .getByRole('textbox', { name: en('order.lots') })
    .waitFor()
}

/** Fills in the ticket from top to bottom. A target makes it a pending order. */
export async function fill(page: Page, terms: TicketTerms): Promise<void> {
  const sheet = sheetOf(page)
  if (terms.target !== undefined) {
    await sheet.getByText(en('orders.tab.pending'), { exact: true }).tap()
    await sheet.getByRole('textbox', { name: en('order.target_price') }).fill(terms.target)
  }
  if (terms.leverage !== undefined) await sheet.getByText(leverage(terms.leverage)).tap()
  if (terms.lots !== undefined) await sheet.getByRole('textbox', { name: en('order.lots') }).fill(terms.lots)
  for (const [name, price] of [
    [en('order.stop_loss'), terms.stopLoss],
    [en('order.take_profit'), terms.takeProfit],
  ] as const) {
    if (price === undefined) continue
    await sheet.getByRole('switch', { name }).tap()
    await sheet.getByRole('textbox', { name }).fill(price)
  }
}

/** Matches the whole text, so that ×50 does not match ×500. Direction marks may surround the text. */
export const leverage = (text: string): RegExp => new RegExp(`^\\W*${text}\\W*$`)

/** Presses the button once it shows this text, and waits for the outcome. */
export async function place(page: Page, words: string): Promise<void> {
  await sheetOf(page).getByRole('button', { name: words, exact: true }).tap()
  await sheetOf(page)
    .getByText(en('ticket.placed.open'), { exact: true })
    .or(sheetOf(page).getByText(en('ticket.placed.pending'), { exact: true }))
    .waitFor()
}

/** Leaves the ticket from the result of the placed order. */
export async function leaveTicket(page: Page): Promise<void> {
  await sheetOf(page)
    .getByRole('button', { name: en('detail.done') })
    .tap()
  await sheetOf(page).waitFor({ state: 'detached' })
}

/** Places an order from any screen with a tab bar, and returns to the market. */
export async function trade(page: Page, showCode: string, side: Side, terms: TicketTerms, words: string) {
  await openMarket(page, showCode)
  await openTicket(page, side)
  await fill(page, terms)
  await place(page, words)
  await leaveTicket(page)
}

/**
 * Places an order in a currency pair by a call, for tests of what comes afterwards: the ticket takes much longer. The
 * page learns of the order by a push.
 */
export async function orderByCall(
  page: Page,
  showCode: 'EUR/USD' | 'GBP/USD',
  side: Side,
  { lots = '0.01', target, stopLoss, takeProfit }: Omit<TicketTerms, 'leverage'>,
): Promise<void> {
  const markets: readonly { readonly Id: number; readonly ShowCode: string }[] = await ask(
    page,
    '/v1/api/forex/trade_list',
  )
  const terms = {
    forex_id: markets.find(({ ShowCode }) => ShowCode === showCode)?.Id,
    type: side === 'buy' ? 1 : 2,
    status: target === undefined ? 1 : 0,
    cont: lots,
    // The leverage that the ticket offers first.
    multiple: 100,
    target_price: target,
    stop_loss_price: stopLoss,
    target_profit_price: takeProfit,
  }
  const given = Object.entries(terms).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  await ask(page, `/v1/api/forex/submit?${new URLSearchParams(given)}`)
}

/** Opens the account screen from any screen with a tab bar. */
export async function openAccount(page: Page): Promise<void> {
  await page.getByRole('link', { name: en('tab.markets'), exact: true }).tap()
  await screenOf(page, 'home')
    .getByRole('link', { name: en('title.user') })
    .tap()
  await screenOf(page, 'user').waitFor()
}

export async function openLog(page: Page): Promise<void> {
  await openAccount(page)
  await screenOf(page, 'user')
    .getByRole('link', { name: en('user.details') })
    .tap()
  await screenOf(page, 'history').waitFor()
}

export async function openOrders(page: Page, tab: Tab = 'open'): Promise<void> {
  const screen = screenOf(page, 'order')
  if (!(await screen.isVisible())) await page.getByRole('link', { name: en('tab.orders'), exact: true }).tap()
  await screen.getByRole('tab', { name: tabName(tab) }).tap()
  await screen.getByRole('tab', { name: tabName(tab), selected: true }).waitFor()
}

/** The card of the order in this market. */
export const cardOf = (page: Page, tab: Tab, showCode: string): Locator =>
  cardsOf(page, tab).filter({ hasText: showCode })

export async function openDetail(page: Page, tab: Tab, showCode: string): Promise<void> {
  await cardOf(page, tab, showCode).getByRole('link').tap()
  await beside(sheetOf(page), en('detail.id')).waitFor()
}

export async function closeDetail(page: Page): Promise<void> {
  await sheetOf(page)
    .getByRole('button', { name: en('control.close'), exact: true })
    .first()
    .tap()
  await sheetOf(page).waitFor({ state: 'detached' })
}

/** Checks the text of the receipts. */
export async function assertReceiptText(page: Page, words: string): Promise<void> {
  const text = plain(await sheetOf(page).textContent())
  assert.ok(text.includes(plain(words)), `${words}\nis not in\n${text}`)
}

/** Closes all lots or a part, from the detail of an open order, and waits for the result. */
export async function closeLots(page: Page, words: string, part?: string): Promise<void> {
  await sheetOf(page)
    .getByRole('button', { name: en('detail.close') })
    .tap()
  if (part !== undefined)
    await sheetOf(page)
      .getByRole('textbox', { name: en('detail.close.lots') })
      .fill(part)
  await sheetOf(page).getByRole('button', { name: words, exact: true }).tap()
  await questionOf(page)
    .getByRole('button', { name: en('detail.close') })
    .tap()
  await beside(sheetOf(page), en('detail.closed.lots')).waitFor()
}

/** Calls the server with the session of the page. */
export async function ask(page: Page, path: string) {
  const answer = await page.evaluate(async (asked) => {
    const authorization = localStorage.getItem('openlot.session') ?? ''
    return await (await fetch(asked, { headers: { authorization, lang: 'en' } })).json()
  }, path)
  assert.equal(answer.code, 1, answer.msg)
  return answer.data
}

export const plain = (text: string | null): string =>
  (text ?? '')
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
