import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  answer,
  closeAnswer,
  openDetail,
  openOrder,
  pendingOrder,
  plain,
  press,
  question,
  sheet,
  waitForValue,
} from '#test/browser/orders/detail-page.ts'
import { quoteRow, setUpOrderPhones, tradePush } from '#test/browser/orders/order-phones.ts'
import { shownToasts, waitForToast } from '#test/browser/toasts.ts'
import { en, serverEn } from '#test/browser/words.ts'
import { orderWire } from '#test/wire/order-fixtures.ts'

const phones = setUpOrderPhones()
const closePath = '/v1/api/forex/close'
const cancelPath = '/v1/api/forex/cancel_trade'
const stopsPath = '/v1/api/forex/set_stop_price'

describe('closing a position', () => {
  test('previews a partial close, sends it once, and shows its result', async () => {
    const part = orderWire({
      ...openOrder,
      Id: 1020,
      ParentId: 1012,
      Status: 3,
      CloseReason: 'user',
      Quantity: '0.20',
      UpdatePrice: '1.08610',
      FactProfits: '35.000000',
      CautionMoney: '216.870000',
      CompleteTime: '2026-11-14T09:00:00.000Z',
    })
    const rest = { ...openOrder, Quantity: '0.30', CautionMoney: '325.305000' }
    const going = Promise.withResolvers<unknown>()
    const { page, made, account } = await openDetail(phones, '/order?id=1012.close', {
      [closePath]: () => going.promise,
    })
    const lots = sheet(page).getByRole('textbox', { name: en('detail.close.lots') })
    await lots.fill('0.2')
    // Profit (1.08612 − 1.08435) × 0.20 × 100,000 = 35.40. Released margin 542.175 × 0.20 ÷ 0.50 = 216.87.
    await waitForValue(page, en('detail.close.brings'), '+35.400000 USD')
    await waitForValue(page, en('detail.close.frees'), '216.870000 USD')
    await waitForValue(page, en('detail.close.rest'), '0.30')
    await press(page, en('detail.close.act', { lots: '0.20' }))
    await question(page)
      .getByText(en('detail.close.ask', { lots: '0.20', market: 'EUR/USD' }))
      .waitFor()
    await waitForValue(page, en('detail.close.brings'), '+35.400000 USD', question(page))
    await waitForValue(page, en('detail.close.price'), '1.08612', question(page))
    const confirm = question(page).getByRole('button', { name: en('detail.close'), exact: true })
    await confirm.evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
    })
    await page.keyboard.press('Escape')
    assert.equal(await question(page).count(), 1, 'is still waiting for the answer')
    account.open = [rest]
    going.resolve({ message: serverEn('done.order_closed'), data: closeAnswer(part, rest) })
    await waitForValue(page, en('detail.closed.at'), '1.08610')
    await waitForValue(page, en('detail.closed.lots'), '0.20')
    await waitForValue(page, en('detail.closed.freed'), '216.870000 USD')
    await waitForValue(page, en('detail.close.rest'), '0.30')
    await sheet(page).getByText('+35.000000').waitFor()
    assert.deepEqual(
      made(closePath).map((request) => request.postDataJSON()),
      [{ id: 1012, cont: '0.20' }],
    )
    await press(page, en('detail.done'))
    await sheet(page).waitFor({ state: 'detached' })
    assert.deepEqual(await shownToasts(page), [serverEn('done.order_closed')])
  })

  test('shows one message for a full close, although a push follows', async () => {
    const ended = orderWire({
      ...openOrder,
      Status: 3,
      CloseReason: 'user',
      FactProfits: '88.500000',
      CompleteTime: '2026-11-14T09:00:00.000Z',
    })
    const { page, made, socket, account, calls } = await openDetail(phones, '/order?id=1012')
    calls[closePath] = async () => {
      account.open = []
      account.over = [ended]
      await socket.push('FOREX_CLOSED', [1012])
      await socket.push('FOREX_ORDERS', { Version: 2, QuoteSeq: 5, Orders: [ended] })
      return { message: serverEn('done.order_closed'), data: closeAnswer(ended) }
    }
    await press(page, en('detail.close'))
    await press(page, en('detail.close.act_all', { lots: '0.50' }))
    await answer(page, en('detail.close'))
    await waitForValue(page, en('detail.closed.lots'), '0.50')
    await sheet(page).getByText('+88.500000').waitFor()
    await socket.push('FOREX_CLOSED', [1012])
    await press(page, en('detail.done'))
    await sheet(page).waitFor({ state: 'detached' })
    assert.deepEqual(made(closePath)[0]?.postDataJSON(), { id: 1012 })
    assert.deepEqual(await shownToasts(page), [serverEn('done.order_closed')])
  })

  test('rejects a remainder below the minimum beside the field, and blocks the button', async () => {
    const { page } = await openDetail(phones, '/order?id=1012.close')
    await sheet(page)
      .getByRole('textbox', { name: en('detail.close.lots') })
      .fill('0.45')
    await sheet(page)
      .getByText(en('detail.close.rest_too_small', { least: '0.10' }))
      .waitFor()
    assert.equal(
      await sheet(page)
        .getByRole('button', { name: /^Close 0.45/ })
        .isDisabled(),
      true,
    )
    await sheet(page)
      .getByRole('radiogroup', { name: en('detail.close.share') })
      .getByText('50')
      .tap()
    await waitForValue(page, en('detail.close.brings'), '+44.250000 USD')
  })

  test('shows a refusal in the form and not in a toast, and keeps the order', async () => {
    const refused = { refused: serverEn('reason.market_closed'), reason: 'market_closed' }
    const { page } = await openDetail(phones, '/order?id=1012.close', { [closePath]: refused })
    await press(page, en('detail.close.act_all', { lots: '0.50' }))
    await answer(page, en('detail.close'))
    await sheet(page).getByText(serverEn('reason.market_closed')).waitFor()
    await question(page).waitFor({ state: 'detached' })
    assert.deepEqual(await shownToasts(page), [])
    await sheet(page)
      .getByRole('textbox', { name: en('detail.close.lots') })
      .fill('0.3')
    assert.equal(await sheet(page).getByText(serverEn('reason.market_closed')).count(), 0)
  })
})

describe('setting stops', () => {
  test('saves exactly the typed price, and keeps the other stop', async () => {
    const { page, made, account } = await openDetail(phones, '/order?id=1012.stops', {
      [stopsPath]: { message: serverEn('done.stops_set'), data: { ...openOrder, QuoteSeq: 9 } },
    })
    assert.equal(
      await sheet(page)
        .getByRole('button', { name: en('detail.stops.unchanged') })
        .isDisabled(),
      true,
    )
    await sheet(page)
      .getByRole('switch', { name: en('order.take_profit') })
      .tap()
    await sheet(page).getByText(en('stop.fault.wrong_side')).waitFor()
    await sheet(page)
      .getByRole('textbox', { name: en('order.take_profit') })
      .fill('1.09')
    // (1.09000 − 1.08435) × 0.50 × 100,000 = 282.50
    await sheet(page).getByText('+282.50').waitFor()
    account.open = [{ ...openOrder, TargetProfitPrice: '1.09000' }]
    await press(page, en('detail.stops.set.take_profit', { price: '1.09000' }))
    await waitForValue(page, en('order.take_profit'), '1.09000 +282.50 USD')
    assert.deepEqual(made(stopsPath)[0]?.postDataJSON(), {
      id: 1012,
      stop_loss_price: '1.08267',
      target_profit_price: '1.09000',
    })
    assert.deepEqual(await shownToasts(page), [serverEn('done.stops_set')])
  })

  test('keeps a stop that was changed elsewhere while the other one was typed', async () => {
    const { page, made, account, socket } = await openDetail(phones, '/order?id=1012.stops', {
      [stopsPath]: { message: serverEn('done.saved'), data: { ...openOrder, QuoteSeq: 9 } },
    })
    await sheet(page)
      .getByRole('switch', { name: en('order.take_profit') })
      .tap()
    await sheet(page)
      .getByRole('textbox', { name: en('order.take_profit') })
      .fill('1.09')
    account.open = [{ ...openOrder, TargetLossPrice: '1.08300' }]
    account.funds = { ...account.funds, Version: 2 }
    await socket.push('FOREX_TRADE', tradePush({ QuoteSeq: 5, Version: 2 }))
    const loss = sheet(page).getByRole('textbox', { name: en('order.stop_loss') })
    await page.waitForFunction(
      (input) => input instanceof HTMLInputElement && input.value === '1.08300',
      await loss.elementHandle(),
    )
    await press(page, en('detail.stops.set.take_profit', { price: '1.09000' }))
    await sheet(page).getByText(en('detail.receipt')).waitFor()
    assert.deepEqual(made(stopsPath)[0]?.postDataJSON(), {
      id: 1012,
      stop_loss_price: '1.08300',
      target_profit_price: '1.09000',
    })
  })

  test('shows a refusal beside the stop concerned', async () => {
    const { page } = await openDetail(phones, '/order?id=1012.stops', {
      [stopsPath]: {
        refused: 'The stop loss is on the wrong side.',
        reason: 'stop_wrong_side',
        field: 'stop_loss_price',
      },
    })
    const loss = sheet(page).getByRole('textbox', { name: en('order.stop_loss') })
    await loss.fill('1.085')
    await press(page, en('detail.stops.set.stop_loss', { price: '1.08500' }))
    await sheet(page).getByText('The stop loss is on the wrong side.').waitFor()
    assert.equal(await sheet(page).getByText('The stop loss is on the wrong side.').count(), 1)
    assert.deepEqual(await shownToasts(page), [])
    assert.equal(await loss.inputValue(), '1.085')
  })

  test('allows removing but not setting stops in a closed market, and says so in advance', async () => {
    const { page, socket, made } = await openDetail(phones, '/order?id=1012', {
      [stopsPath]: { message: serverEn('done.saved'), data: { ...openOrder, QuoteSeq: 9 } },
    })
    await socket.push('DAY_MARKET', [quoteRow(1.0861, 1.0862, { MarketStatus: 0 })])
    await sheet(page).getByText(en('detail.blocked.market_closed')).waitFor()
    assert.equal(
      await sheet(page)
        .getByRole('button', { name: en('detail.close') })
        .isDisabled(),
      true,
    )
    await press(page, en('orders.stops'))
    await sheet(page)
      .getByRole('textbox', { name: en('order.stop_loss') })
      .fill('1.08')
    const set = sheet(page).getByRole('button', {
      name: en('detail.stops.set.stop_loss', { price: '1.08000' }),
    })
    assert.equal(await set.isDisabled(), true)
    await sheet(page)
      .getByRole('switch', { name: en('order.stop_loss') })
      .tap()
    await press(page, en('detail.stops.remove.stop_loss'))
    await sheet(page).getByText(en('detail.receipt')).waitFor()
    assert.deepEqual(made(stopsPath)[0]?.postDataJSON(), {
      id: 1012,
      stop_loss_price: '',
      target_profit_price: '',
    })
  })
})

describe('cancelling a pending order', () => {
  test('asks for confirmation, also in a closed market, and changes nothing when declined', async () => {
    const { page, socket, made } = await openDetail(phones, '/order?type=0&id=1013', {
      [cancelPath]: {
        message: serverEn('done.order_cancelled'),
        data: { ...pendingOrder, Status: 2, QuoteSeq: 9 },
      },
    })
    await socket.push('DAY_MARKET', [quoteRow(1.0861, 1.0862, { MarketStatus: 0 })])
    await sheet(page).getByText(en('detail.blocked.cancel')).waitFor()
    await press(page, en('orders.cancel'))
    const text = { side: en('order.side.buy'), lots: '0.50', market: 'EUR/USD', price: '1.08000' }
    assert.ok(plain(await question(page).textContent()).includes(en('detail.cancel.text', text)))
    await answer(page, en('act.keep_order'))
    await question(page).waitFor({ state: 'detached' })
    assert.equal(made(cancelPath).length, 0)
    await press(page, en('orders.cancel'))
    await answer(page, en('orders.cancel'))
    await waitForToast(page, serverEn('done.order_cancelled'))
    await page.locator('.sheet').waitFor({ state: 'detached' })
    assert.deepEqual(made(cancelPath)[0]?.postDataJSON(), { id: 1013 })
    assert.deepEqual(await shownToasts(page), [serverEn('done.order_cancelled')])
  })
})
