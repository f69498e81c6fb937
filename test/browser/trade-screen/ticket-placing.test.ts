import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import type { SubmitInput } from '#contract/calls/trading.ts'
import { aborted } from '#test/browser/account/stub-calls.ts'
import { demoSession, setUpAuthenticationPhones } from '#test/browser/authentication/authentication-phones.ts'
import { checkNow, decidedOutcome, outcomePath } from '#test/browser/orders/lost-actions.ts'
import { quoteRow, setUpOrderPhones } from '#test/browser/orders/order-phones.ts'
import { pressInOverlay } from '#test/browser/overlay-keys.ts'
import { shownToasts } from '#test/browser/toasts.ts'
import {
  lotsOf,
  openTicket,
  sheetOf,
  stopOf,
  stopSwitch,
  submitPath,
  ticketCalls,
  waitForButton,
  waitForDescription,
  waitForPath,
} from '#test/browser/trade-screen/ticket-page.ts'
import { en, orderLabel, startingWith } from '#test/browser/words.ts'
import { assertAccessible } from '#test/looks/assert-accessible.ts'
import { orderWire } from '#test/wire/order-fixtures.ts'

const phones = setUpOrderPhones()
const visitors = setUpAuthenticationPhones()

const inputOf = (request: Request | undefined): SubmitInput => request?.postDataJSON()
const decided = (changed = {}) => ({ ...orderWire(changed), QuoteSeq: 7 })

/** Opens the ticket from the chart, so that Back works. */
async function reopenTicket(page: Page): Promise<void> {
  await pressInOverlay(page, 'Escape')
  await sheetOf(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: startingWith(en('order.side.buy')) }).tap()
  await lotsOf(page).waitFor()
}

describe('placing an order', () => {
  test('sends the terms on the button once, and shows the fill', async () => {
    const held = Promise.withResolvers<unknown>()
    const { page, made } = await openTicket(phones, { calls: { [submitPath]: () => held.promise } })
    await reopenTicket(page)
    await lotsOf(page).fill('0.5')
    const button = await waitForButton(page, orderLabel('buy', '0.50', '1.08435'))
    await button.dblclick()
    await sheetOf(page).locator('[aria-busy=true]').waitFor()
    await page.keyboard.press('Escape')
    const { opened } = orderWire().receipt
    const worse = opened === null ? null : { ...opened, slippage: '-0.00002' }
    held.resolve(decided({ OriginPrice: '1.08437', receipt: { ...orderWire().receipt, opened: worse } }))
    await sheetOf(page).getByText(en('ticket.placed.open'), { exact: true }).waitFor()
    assert.deepEqual(await sheetOf(page).getByRole('term').allTextContents(), [
      en('order.open_price'),
      en('ticket.placed.worse'),
      en('order.margin'),
      en('order.fee'),
    ])
    assert.deepEqual(await sheetOf(page).getByRole('definition').allTextContents(), [
      '1.08437',
      '0.00002',
      '542.175000',
      '3.00',
    ])
    await assertAccessible(page)
    assert.equal(made(submitPath).length, 1)
    assert.deepEqual(inputOf(made(submitPath)[0]), {
      type: 1,
      forex_id: 101,
      status: 1,
      cont: '0.50',
      multiple: '100',
      stop_loss_price: '',
      target_profit_price: '',
      price: '1.08435',
      deviation: 8,
    })
    await sheetOf(page)
      .getByRole('link', { name: en('ticket.placed.to_open') })
      .tap()
    await waitForPath(page, '/order?type=1')
    // Back returns to the chart, not to the ticket.
    await page.goBack()
    await waitForPath(page, '/trade')
    await sheetOf(page).waitFor({ state: 'detached' })
  })

  test('announces the result to screen readers, and starts over afterwards', async () => {
    const order = decided({ Status: 0, OrderKind: 2, OpenTime: null, OriginPrice: '1.08000' })
    const { page } = await openTicket(phones, { calls: { [submitPath]: order } })
    await sheetOf(page).getByText(en('order.kind.pending'), { exact: true }).tap()
    await stopOf(page, en('order.target_price')).fill('1.08')
    await (await waitForButton(page, orderLabel('buy', '0.01', '1.08000'))).tap()
    await sheetOf(page)
      .getByRole('status')
      .getByText(
        en('ticket.said.pending', {
          side: en('order.side.buy'),
          lots: '0.50',
          market: 'EUR/USD',
          price: '1.08000',
        }),
      )
      .waitFor()
    await sheetOf(page)
      .getByRole('link', { name: en('ticket.placed.to_pending') })
      .waitFor()
    await (await waitForButton(page, en('ticket.placed.done'))).tap()
    await sheetOf(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: startingWith(en('order.side.buy')) }).tap()
    await waitForButton(page, orderLabel('buy', '0.01', '1.08435'))
  })

  test('shows a moved price, keeps the input, and accepts it on the next press', async () => {
    const moved = { refused: 'The price has moved: it is 1.08527 / 1.08535 now.', reason: 'price_moved' }
    const phone = await openTicket(phones, { calls: { [submitPath]: moved } })
    const { page, made, socket, calls } = phone
    await lotsOf(page).fill('0.5')
    await (await waitForButton(page, orderLabel('buy', '0.50', '1.08435'))).tap()
    await sheetOf(page).getByText(moved.refused).waitFor()
    assert.deepEqual(await shownToasts(page), [])
    await socket.push('DAY_MARKET', [quoteRow(1.08527, 1.08535)])
    calls[submitPath] = decided({ OriginPrice: '1.08535' })
    await (await waitForButton(page, orderLabel('buy', '0.50', '1.08535'))).tap()
    await sheetOf(page).getByText(en('ticket.placed.open'), { exact: true }).waitFor()
    assert.deepEqual(
      made(submitPath).map((request) => inputOf(request).price),
      ['1.08435', '1.08535'],
    )
    const keys = made(submitPath).map((request) => request.headers()['idempotency-key'])
    assert.equal(new Set(keys).size, 2)
  })

  test('shows a refusal beside its field until that changes', async () => {
    const refused = 'The stop loss is on the wrong side of the price.'
    const answer = { refused, reason: 'stop_wrong_side', field: 'stop_loss_price' }
    const { page } = await openTicket(phones, { calls: { [submitPath]: answer } })
    await stopSwitch(page, en('order.stop_loss')).tap()
    await stopOf(page, en('order.stop_loss')).fill('1.08')
    await (await waitForButton(page, orderLabel('buy', '0.01', '1.08435'))).tap()
    await waitForDescription(stopOf(page, en('order.stop_loss')), refused)
    await stopOf(page, en('order.stop_loss')).fill('1.07')
    await sheetOf(page).getByText(refused).waitFor({ state: 'detached' })
  })

  test('is unconfirmed after a lost answer, blocks other orders, and shows its outcome', async () => {
    const phoneOptions = { allowConsoleErrors: true } as const
    const lost = { [submitPath]: aborted, [outcomePath]: aborted }
    const phone = await openTicket(phones, { calls: lost, phoneOptions })
    const { page, made } = phone
    await (await waitForButton(page, orderLabel('buy', '0.01', '1.08435'))).tap()
    await sheetOf(page).getByText(en('act.unconfirmed.place')).waitFor()
    await sheetOf(page).getByText(en('act.checking')).waitFor()
    await sheetOf(page).getByText(en('act.no_line')).waitFor()
    await assertAccessible(page)
    const check = sheetOf(page).getByRole('button', { name: en('act.check_now') })
    await checkNow(phone, check, decidedOutcome(decided()))
    await sheetOf(page).getByText(en('ticket.placed.open'), { exact: true }).waitFor()
    assert.equal(made(submitPath).length, 1)
    const { key } = made(outcomePath)[0]?.postDataJSON() ?? {}
    assert.equal(key, made(submitPath)[0]?.headers()['idempotency-key'])
  })

  test('shows a lost answer in a banner and in the ticket after Back', async () => {
    const phoneOptions = { allowConsoleErrors: true } as const
    const going = Promise.withResolvers<unknown>()
    const calls = { [submitPath]: () => going.promise, [outcomePath]: aborted }
    const phone = await openTicket(phones, { calls, phoneOptions })
    const { page, made } = phone
    await reopenTicket(page)
    await (await waitForButton(page, orderLabel('buy', '0.01', '1.08435'))).tap()
    await sheetOf(page).locator('[aria-busy=true]').waitFor()
    await page.goBack()
    await waitForPath(page, '/trade')
    going.resolve(aborted)
    const unconfirmed = page.getByText(en('act.unconfirmed.place'))
    await sheetOf(page).waitFor({ state: 'detached' })
    await unconfirmed.waitFor()
    await page
      .getByText(en('act.of_market', { market: 'EUR/USD', words: orderLabel('buy', '0.01', '1.08435') }))
      .waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: startingWith(en('order.side.buy')) }).tap()
    await sheetOf(page).getByText(en('act.unconfirmed.place')).waitFor()
    assert.equal(await unconfirmed.count(), 1, 'shown once')
    await page.keyboard.press('Escape')
    phone.calls[outcomePath] = decidedOutcome(decided())
    await sheetOf(page).getByText(en('ticket.placed.open'), { exact: true }).waitFor()
    assert.equal(made(submitPath).length, 1)
  })
})

describe('a visitor', () => {
  const said = (data: unknown) => ({ code: 1, msg: '', data })
  const answers = Object.fromEntries(Object.entries(ticketCalls).map(([path, data]) => [path, said(data)]))

  test('fills in the ticket, and continues after a login or with a demo account', async () => {
    const { page, answer } = await visitors.open('/trade?ticket=sell', {
      answers: {
        ...answers,
        '/v1/api/forex/getCategories': said([]),
        '/v1/api/forex/abbreviated_cache_kline': said({}),
      },
    })
    await lotsOf(page).fill('0.5')
    const login = sheetOf(page).getByRole('link', { name: en('ticket.login') })
    assert.equal(await login.getAttribute('href'), '/login?from=%2Ftrade%3Fticket%3Dsell')
    answer('/api/user/createAccountDemoForU', said(demoSession))
    answer('/api/user/info', said(demoSession.user))
    await sheetOf(page)
      .getByRole('button', { name: en('demo.open') })
      .tap()
    await waitForButton(page, orderLabel('sell', '0.50', '1.08427'))
    await sheetOf(page).getByText(en('app.demo'), { exact: true }).waitFor()
  })
})
