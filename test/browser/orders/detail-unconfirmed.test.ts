import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aborted } from '#test/browser/account/stub-calls.ts'
import {
  answer,
  closeAnswer,
  openDetail,
  openOrder,
  ordersOfEveryState,
  pendingOrder,
  press,
  question,
  sheet,
  waitForValue,
} from '#test/browser/orders/detail-page.ts'
import {
  checkNow,
  decidedOutcome,
  neverDone,
  neverOutcome,
  outcomePath,
  storedActions,
} from '#test/browser/orders/lost-actions.ts'
import { type OrderPhone, setUpOrderPhones } from '#test/browser/orders/order-phones.ts'
import { shownToasts, waitForToast } from '#test/browser/toasts.ts'
import { en, serverEn, wildcard } from '#test/browser/words.ts'

const phones = setUpOrderPhones()
const closePath = '/v1/api/forex/close'
const cancelPath = '/v1/api/forex/cancel_trade'
const stopsPath = '/v1/api/forex/set_stop_price'

const unconfirmed = en('act.unconfirmed.close')
const closedHalf = closeAnswer(
  { ...openOrder, Id: 1020, ParentId: 1012, Status: 3, Quantity: '0.25', CautionMoney: '271.087500' },
  { ...openOrder, Quantity: '0.25' },
)

/** Bodies of all requests to the path, without `seen_seq` and `seen_at`, which vary. */
const sentTo = ({ made }: OrderPhone, path: string) =>
  made(path).map((request) => {
    const { seen_seq, seen_at, ...input } = request.postDataJSON()
    return input
  })

const checkButton = (page: Page) => sheet(page).getByRole('button', { name: en('act.check_now') })

const reopen = (page: Page) =>
  page.getByRole('tabpanel').getByRole('listitem').getByRole('link').first().tap()

/** Closes 0.25 of 0.50 lots and loses the answer. */
async function loseHalf() {
  const phone = await openDetail(phones, '/order?id=1012.close', {}, { allowConsoleErrors: true })
  const { page, account, calls } = phone
  calls[outcomePath] = aborted
  calls[closePath] = () => {
    account.open = [{ ...openOrder, Quantity: '0.25' }]
    return aborted
  }
  await sheet(page)
    .getByRole('textbox', { name: en('detail.close.lots') })
    .fill('0.25')
  await press(page, en('detail.close.act', { lots: '0.25' }))
  await answer(page, en('detail.close'))
  await sheet(page).getByText(unconfirmed).waitFor()
  // The lists show the reduced order.
  await sheet(page).getByText('of 0.25').waitFor()
  return phone
}

describe('a close whose answer is lost', () => {
  test('shows the outcome with the lots sent, although the order is already smaller', async () => {
    const phone = await loseHalf()
    await checkNow(phone, checkButton(phone.page), decidedOutcome(closedHalf))
    await waitForValue(phone.page, en('detail.closed.lots'), '0.25')
    assert.deepEqual(sentTo(phone, closePath), [{ id: 1012, cont: '0.25' }])
  })

  test('stays unconfirmed when its order is reopened, and blocks every other action on it', async () => {
    const phone = await loseHalf()
    const { page } = phone
    await page.keyboard.press('Escape')
    await sheet(page).waitFor({ state: 'detached' })
    await page.getByText(unconfirmed).waitFor()
    await reopen(page)
    await sheet(page).getByText(unconfirmed).waitFor()
    await sheet(page)
      .getByText(en('detail.close.act', { lots: '0.25' }))
      .waitFor()
    for (const name of [en('orders.stops'), en('detail.close')])
      assert.equal(await sheet(page).getByRole('button', { name }).isDisabled(), true, name)
    await checkNow(phone, checkButton(phone.page), decidedOutcome(closedHalf))
    await waitForValue(page, en('detail.closed.lots'), '0.25')
    assert.deepEqual(sentTo(phone, closePath), [{ id: 1012, cont: '0.25' }])
    await press(page, en('detail.done'))
    await sheet(page).waitFor({ state: 'detached' })
  })

  test('is restored after a reload, and shows its outcome', async () => {
    const phone = await loseHalf()
    const { page } = phone
    await page.reload()
    await sheet(page).getByText(unconfirmed).waitFor()
    await checkNow(phone, checkButton(phone.page), decidedOutcome(closedHalf))
    await waitForValue(page, en('detail.closed.lots'), '0.25')
    assert.equal(phone.made(closePath).length, 1)
    assert.equal(await storedActions(page), 0)
  })

  test('is shown as in flight when its order is reopened before the answer', async () => {
    const going = Promise.withResolvers<unknown>()
    const calls = { [closePath]: () => going.promise }
    const { page } = await phones.open('/order', ordersOfEveryState, { calls })
    await reopen(page)
    await press(page, en('detail.close'))
    await sheet(page)
      .getByRole('textbox', { name: en('detail.close.lots') })
      .fill('0.25')
    await press(page, en('detail.close.act', { lots: '0.25' }))
    await answer(page, en('detail.close'))
    await question(page).locator('[aria-busy=true]').waitFor()
    await page.goBack()
    await sheet(page).waitFor({ state: 'detached' })
    await page.goForward()
    await question(page)
      .getByText(en('detail.close.ask', { lots: '0.25', market: 'EUR/USD' }))
      .waitFor()
    await question(page).locator('[aria-busy=true]').waitFor()
    going.resolve({ refused: serverEn('reason.market_closed'), reason: 'market_closed' })
    await sheet(page).getByText(serverEn('reason.market_closed')).waitFor()
    await question(page).waitFor({ state: 'detached' })
  })
})

describe('an action that ends after its order was closed', () => {
  test('shows its refusal in a banner until it is dismissed', async () => {
    const going = Promise.withResolvers<unknown>()
    const calls = { [closePath]: () => going.promise }
    const { page } = await phones.open('/order', ordersOfEveryState, { calls })
    await reopen(page)
    await press(page, en('detail.close'))
    await press(page, en('detail.close.act_all', { lots: '0.50' }))
    await answer(page, en('detail.close'))
    await question(page).locator('[aria-busy=true]').waitFor()
    await page.goBack()
    await sheet(page).waitFor({ state: 'detached' })
    going.resolve({ refused: serverEn('reason.market_closed'), reason: 'market_closed' })
    await page.getByText('EUR/USD · Close position').waitFor()
    await page.getByText(en('act.not_done', { why: serverEn('reason.market_closed') })).waitFor()
    await page.getByRole('button', { name: en('act.ok') }).tap()
    await reopen(page)
    await sheet(page).getByText(en('detail.receipt')).waitFor()
    assert.equal(await sheet(page).getByText(serverEn('reason.market_closed')).count(), 0)
  })

  test('does not open the close confirmation while an SL/TP change is pending', async () => {
    const going = Promise.withResolvers<unknown>()
    const calls = { [stopsPath]: () => going.promise }
    const { page } = await openDetail(phones, '/order?id=1012.stops', calls)
    await sheet(page)
      .getByRole('textbox', { name: en('order.stop_loss') })
      .fill('1.08')
    await press(page, en('detail.stops.set.stop_loss', { price: '1.08000' }))
    await sheet(page).locator('[aria-busy=true]').waitFor()
    await page.evaluate(() => {
      history.pushState(null, '', '/order?id=1012.close')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    const close = sheet(page).getByRole('button', {
      name: wildcard(en('detail.close.act_all', { lots: '*' })),
    })
    await close.waitFor()
    assert.equal(await close.isDisabled(), true)
    assert.equal(await question(page).count(), 0)
    going.resolve({ message: serverEn('done.saved'), data: { ...openOrder, QuoteSeq: 9 } })
    await waitForToast(page, serverEn('done.saved'))
  })
})

describe('an order that ends while the user closes it', () => {
  test('shows why it ended, although the close was refused', async () => {
    const ended = {
      ...openOrder,
      Status: 3,
      CloseReason: 'stop_loss',
      FactProfits: '-84.000000',
      CompleteTime: '2026-11-14T09:00:00.000Z',
    } as const
    const { page, socket, account, calls } = await openDetail(phones, '/order?id=1012.close')
    calls[closePath] = async () => {
      account.open = []
      account.over = [ended]
      await socket.push('FOREX_CLOSED', [1012])
      await socket.push('FOREX_ORDERS', { Version: 2, QuoteSeq: 5, Orders: [ended] })
      return { refused: 'This order is not open.', reason: 'order_not_open' }
    }
    await press(page, en('detail.close.act_all', { lots: '0.50' }))
    await answer(page, en('detail.close'))
    await waitForToast(
      page,
      en('order.ended_with', { market: 'EUR/USD', why: en('order.cause.stop_loss'), profit: '−84.00' }),
    )
    assert.equal((await shownToasts(page)).length, 1)
  })
})

describe('stops whose answer is lost', () => {
  const lost = en('act.unconfirmed.stops')

  async function loseStops() {
    const phone = await openDetail(phones, '/order?id=1012.stops', {}, { allowConsoleErrors: true })
    const { page, account, calls } = phone
    calls[outcomePath] = aborted
    calls[stopsPath] = () => {
      account.open = [{ ...openOrder, TargetLossPrice: '1.08000' }]
      return aborted
    }
    await sheet(page)
      .getByRole('textbox', { name: en('order.stop_loss') })
      .fill('1.08')
    await press(page, en('detail.stops.set.stop_loss', { price: '1.08000' }))
    await sheet(page).getByText(lost).waitFor()
    return phone
  }

  test('request their outcome although they are already set', async () => {
    const phone = await loseStops()
    const { page } = phone
    await sheet(page)
      .getByRole('button', { name: en('detail.stops.unchanged') })
      .waitFor()
    await checkNow(phone, checkButton(phone.page), decidedOutcome({ ...openOrder, QuoteSeq: 9 }))
    await waitForToast(page, en('act.done', { what: en('act.name.stops') }))
    await sheet(page).getByText(en('detail.receipt')).waitFor()
    assert.deepEqual(sentTo(phone, stopsPath), [
      { id: 1012, stop_loss_price: '1.08000', target_profit_price: '' },
    ])
  })

  test('block other actions on the order until their outcome is known', async () => {
    const phone = await loseStops()
    const { page } = phone
    await page.keyboard.press('Escape')
    await sheet(page).waitFor({ state: 'detached' })
    await reopen(page)
    const close = sheet(page).getByRole('button', { name: en('detail.close') })
    await close.waitFor()
    assert.equal(await close.isDisabled(), true)
    await checkNow(phone, checkButton(phone.page), neverOutcome)
    await sheet(page).getByText(neverDone).waitFor()
    assert.equal(await close.isDisabled(), false)
  })
})

describe('a cancellation whose answer is lost', () => {
  test('requests its outcome from the confirmation or from the order', async () => {
    const lost = en('act.unconfirmed.cancel')
    const phone = await openDetail(
      phones,
      '/order?type=0&id=1013',
      { [cancelPath]: () => aborted, [outcomePath]: aborted },
      { allowConsoleErrors: true },
    )
    const { page } = phone
    await press(page, en('orders.cancel'))
    await answer(page, en('orders.cancel'))
    await question(page).getByText(lost).waitFor()
    await answer(page, en('act.not_now'))
    await question(page).waitFor({ state: 'detached' })
    await sheet(page).getByText(lost).waitFor()
    await checkNow(
      phone,
      checkButton(phone.page),
      decidedOutcome({ ...pendingOrder, Status: 2, QuoteSeq: 9 }),
    )
    await waitForToast(page, en('act.done', { what: en('orders.cancel') }))
    await sheet(page).waitFor({ state: 'detached' })
    assert.deepEqual(sentTo(phone, cancelPath), [{ id: 1013 }])
  })
})
