import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { toastsOf } from '#test/browser/mine/mine-phones.ts'
import { cut } from '#test/browser/mine/stubbed-calls.ts'
import {
  answer,
  answered,
  everything,
  held,
  openDetail,
  press,
  question,
  reads,
  sheet,
  waiting,
} from '#test/browser/order/detail-page.ts'
import { type OrderPhone, takeOrderPhones } from '#test/browser/order/order-phones.ts'

const phones = takeOrderPhones()
const closePath = '/v1/api/forex/close'
const cancelPath = '/v1/api/forex/cancel_trade'
const stopsPath = '/v1/api/forex/set_stop_price'

/** All tries of an act take some seconds. */
const lostWithin = { timeout: 60_000 }
const unknown = 'Nobody could say whether it was done.'
const closedHalf = answered(
  { ...held, Id: 1020, ParentId: 1012, Status: 3, Quantity: '0.25', CautionMoney: '271.087500' },
  { ...held, Quantity: '0.25' },
)

const sentTo = ({ made }: OrderPhone, path: string) => ({
  bodies: [...new Set(made(path).map((request) => request.postData()))].map((body) => JSON.parse(body ?? '')),
  keys: new Set(made(path).map((request) => request.headers()['idempotency-key'])).size,
})

const reopen = (page: Page) =>
  page.getByRole('tabpanel').getByRole('listitem').getByRole('link').first().tap()

/** A quarter of a lot was closed, and nobody heard of it. */
async function loseHalf() {
  const line = { isLost: true }
  const phone = await openDetail(phones, '/order?id=1012.close', {}, { mayComplain: true })
  const { page, account, calls } = phone
  calls[closePath] = () => {
    account.open = [{ ...held, Quantity: '0.25' }]
    return line.isLost ? cut : { told: 'Position closed', data: closedHalf }
  }
  await sheet(page).getByRole('textbox', { name: 'Lots to close' }).fill('0.25')
  await press(page, 'Close 0.25 lots')
  await answer(page, 'Close position')
  await sheet(page).getByText(unknown).waitFor(lostWithin)
  // What is shown is what the order has become.
  await sheet(page).getByText('of 0.25').waitFor()
  return { ...phone, line }
}

describe('a close that nobody knows of', () => {
  test('of a part is asked again as it was, although the order is already smaller', async () => {
    const phone = await loseHalf()
    phone.line.isLost = false
    await press(phone.page, 'Ask again')
    await reads(phone.page, 'Closed lots', '0.25')
    assert.deepEqual(sentTo(phone, closePath), { bodies: [{ id: 1012, cont: '0.25' }], keys: 1 })
  })

  test('is still not known when its order is opened again, and nothing else can be closed until it is', async () => {
    const phone = await loseHalf()
    const { page } = phone
    await page.keyboard.press('Escape')
    await sheet(page).waitFor({ state: 'detached' })
    await reopen(page)
    await sheet(page).getByText(unknown).waitFor()
    await sheet(page).getByText('Close 0.25 lots').waitFor()
    for (const name of ['Stops', 'Close position'])
      assert.equal(await sheet(page).getByRole('button', { name }).isDisabled(), true, name)
    phone.line.isLost = false
    await press(page, 'Ask again')
    await reads(page, 'Closed lots', '0.25')
    assert.deepEqual(sentTo(phone, closePath), { bodies: [{ id: 1012, cont: '0.25' }], keys: 1 })
    await press(page, 'Done')
    await sheet(page).waitFor({ state: 'detached' })
  })

  test('that is under way is so when its order is opened again', async () => {
    const going = Promise.withResolvers<unknown>()
    const calls = { [closePath]: () => going.promise }
    const { page } = await phones.open('/order', everything, { calls })
    await reopen(page)
    await press(page, 'Close position')
    await sheet(page).getByRole('textbox', { name: 'Lots to close' }).fill('0.25')
    await press(page, 'Close 0.25 lots')
    await answer(page, 'Close position')
    await question(page).locator('[aria-busy=true]').waitFor()
    await page.goBack()
    await sheet(page).waitFor({ state: 'detached' })
    await page.goForward()
    await question(page).getByText('Close 0.25 lots of EUR/USD?').waitFor()
    await question(page).locator('[aria-busy=true]').waitFor()
    going.resolve({ refused: 'This market is closed.', reason: 'market_closed' })
    await sheet(page).getByText('This market is closed.').waitFor()
    await question(page).waitFor({ state: 'detached' })
  })
})

describe('an act that ends when its order was left', () => {
  test('says in a toast why it was refused, and not once more when the order is opened again', async () => {
    const going = Promise.withResolvers<unknown>()
    const calls = { [closePath]: () => going.promise }
    const { page } = await phones.open('/order', everything, { calls })
    await reopen(page)
    await press(page, 'Close position')
    await press(page, 'Close all 0.50 lots')
    await answer(page, 'Close position')
    await question(page).locator('[aria-busy=true]').waitFor()
    await page.goBack()
    await sheet(page).waitFor({ state: 'detached' })
    going.resolve({ refused: 'This market is closed.', reason: 'market_closed' })
    await toastsOf(page).getByText('EUR/USD · This market is closed.').waitFor()
    await reopen(page)
    await sheet(page).getByText('How this was decided').waitFor()
    assert.equal(await sheet(page).getByText('This market is closed.').count(), 0)
  })

  test('does not open the question of another: stops under way are not a close', async () => {
    const going = Promise.withResolvers<unknown>()
    const calls = { [stopsPath]: () => going.promise }
    const { page } = await openDetail(phones, '/order?id=1012.stops', calls)
    await sheet(page).getByRole('textbox', { name: 'Stop loss' }).fill('1.08')
    await press(page, 'Set stop loss to 1.08000')
    await sheet(page).locator('[aria-busy=true]').waitFor()
    await page.evaluate(() => {
      history.pushState(null, '', '/order?id=1012.close')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    const close = sheet(page).getByRole('button', { name: /^Close all/ })
    await close.waitFor()
    assert.equal(await close.isDisabled(), true)
    assert.equal(await question(page).count(), 0)
    going.resolve({ told: 'Saved', data: { ...held, QuoteSeq: 9 } })
    await toastsOf(page).getByText('Saved').waitFor()
  })
})

describe('an order that ends by itself while somebody closes it', () => {
  test('says why it ended, although the close was refused', async () => {
    const ended = {
      ...held,
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
      return { refused: 'This order is not open.', reason: 'order_not_open' }
    }
    await press(page, 'Close all 0.50 lots')
    await answer(page, 'Close position')
    await toastsOf(page).getByText('EUR/USD · Stop loss reached · −84.00 USD').waitFor()
    assert.equal(await toastsOf(page).count(), 1)
  })
})

describe('stops that nobody knows of', () => {
  test('are asked for again although they are set already', async () => {
    let isLost = true
    const phone = await openDetail(phones, '/order?id=1012.stops', {}, { mayComplain: true })
    const { page, account, calls } = phone
    calls[stopsPath] = () => {
      account.open = [{ ...held, TargetLossPrice: '1.08000' }]
      return isLost ? cut : { told: 'Saved', data: { ...held, QuoteSeq: 9 } }
    }
    await sheet(page).getByRole('textbox', { name: 'Stop loss' }).fill('1.08')
    await press(page, 'Set stop loss to 1.08000')
    await sheet(page).getByText(unknown).waitFor(lostWithin)
    await sheet(page).getByRole('button', { name: 'Nothing changed yet' }).waitFor()
    isLost = false
    await press(page, 'Ask again')
    await sheet(page).getByText('How this was decided').waitFor()
    assert.deepEqual(sentTo(phone, stopsPath), {
      bodies: [{ id: 1012, stop_loss_price: '1.08000', target_profit_price: '' }],
      keys: 1,
    })
  })

  test('hinder nothing once they were left: setting them twice does no harm', async () => {
    const { page } = await openDetail(
      phones,
      '/order?id=1012.stops',
      { [stopsPath]: () => cut },
      { mayComplain: true },
    )
    await sheet(page).getByRole('textbox', { name: 'Stop loss' }).fill('1.08')
    await press(page, 'Set stop loss to 1.08000')
    await sheet(page).getByText(unknown).waitFor(lostWithin)
    await page.keyboard.press('Escape')
    await sheet(page).waitFor({ state: 'detached' })
    await reopen(page)
    await press(page, 'Close position')
    assert.equal(
      await sheet(page)
        .getByRole('button', { name: /^Close all/ })
        .isDisabled(),
      false,
    )
  })
})

describe('a cancelling that nobody knows of', () => {
  test('is asked again from the question or from the order', async () => {
    let isLost = true
    const phone = await openDetail(
      phones,
      '/order?type=0&id=1013',
      { [cancelPath]: () => (isLost ? cut : { told: 'Order cancelled', data: { ...waiting, Status: 2 } }) },
      { mayComplain: true },
    )
    const { page } = phone
    await press(page, 'Cancel order')
    await answer(page, 'Cancel order')
    await question(page).getByText(unknown).waitFor(lostWithin)
    await answer(page, 'Not now')
    await question(page).waitFor({ state: 'detached' })
    await sheet(page).getByText(unknown).waitFor()
    isLost = false
    await press(page, 'Ask again')
    await toastsOf(page).getByText('Order cancelled').waitFor()
    await sheet(page).waitFor({ state: 'detached' })
    assert.deepEqual(sentTo(phone, cancelPath), { bodies: [{ id: 1013 }], keys: 1 })
  })
})
