import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page, Request } from 'playwright-core'
import { demoUser, noOrdersOf, ordersPath } from '#test/browser/account/account-phones.ts'
import { someFunds } from '#test/browser/orders/order-phones.ts'
import { setUpStubbedPhones } from '#test/browser/stubbed-phones.ts'
import { lotsOf, stopOf, stopSwitch, unitOf, waitForButton } from '#test/browser/trade-screen/ticket-page.ts'
import { openPageWithSocket, pushToPage } from '#test/browser/trading-journeys/page-socket.ts'
import {
  manyMarkets,
  orderId,
  sendTicks,
  tickOf,
  watchChanges,
  watchShifts,
} from '#test/browser/trading-journeys/price-updates.ts'
import { sheetOf, waitForFacts } from '#test/browser/trading-journeys/trading-page.ts'
import { settle } from '#test/browser/ui/settle.ts'
import { en, orderLabel } from '#test/browser/words.ts'
import { orderWire } from '#test/wire/order-fixtures.ts'

const phones = setUpStubbedPhones()

/** Every list contains one order. */
function answerOrders(request: Request) {
  const isPending = new URL(request.url()).searchParams.get('status') === '0'
  const waiting = {
    Id: orderId + 1,
    Status: 0,
    OrderKind: 2,
    OriginPrice: '1.07900',
    OpenTime: null,
  } as const
  const data = [isPending ? orderWire(waiting) : orderWire({ Id: orderId })]
  return { ...noOrdersOf(someFunds), data, total: 1 }
}

/** Opens the path, and sends the first tick once the element `there` exists. */
async function open(path: string, there: (page: Page) => Locator): Promise<Page> {
  const page = await openPageWithSocket(phones, path, {
    '/api/user/info': demoUser,
    '/v1/api/forex/trade_list': manyMarkets,
    '/v1/api/forex/kline': [],
    [ordersPath]: answerOrders,
  })
  await there(page).first().waitFor()
  await pushToPage(page, 'FOREX_TRADE', tickOf(0).account)
  await pushToPage(page, 'DAY_MARKET', [])
  await sendTicks(page, 1, 1)
  return page
}

/** A ticket to buy EUR/USD. */
async function openTicket(): Promise<Page> {
  const page = await open('/trade?ticket=buy', (opened) => sheetOf(opened).getByRole('switch'))
  await waitForButton(page, orderLabel('buy', '0.01', '1.08438'))
  await settle(page)
  return page
}

/** Fills in one lot and both stops. */
async function fillAll(page: Page): Promise<void> {
  await lotsOf(page).fill('1')
  await stopSwitch(page, en('order.stop_loss')).tap()
  await stopOf(page, en('order.stop_loss')).fill('1.07')
  await stopSwitch(page, en('order.take_profit')).tap()
  await stopOf(page, en('order.take_profit')).fill('1.1')
  await settle(page)
}

/** Types key by key. Prices arrive between the keys. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await field.fill('')
  for (const key of text) {
    await field.press(key)
    await sendTicks(page, 2, 2)
  }
  assert.equal(await field.inputValue(), text, 'the typed text is unchanged')
}

describe('orders while prices move', () => {
  for (const path of [
    '/order',
    '/order?type=0',
    '/order?id=5',
    '/order?id=6',
    '/order?id=5.stops',
    '/order?id=5.close',
  ]) {
    test(`change only their figures at ${path}`, async () => {
      const page = await open(path, (opened) =>
        path.includes('id=')
          ? sheetOf(opened).getByText(en('order.lots'))
          : opened.getByRole('tabpanel').getByRole('listitem'),
      )
      if (path.endsWith('.stops')) {
        await stopSwitch(page, en('order.stop_loss')).tap()
        await stopOf(page, en('order.stop_loss')).fill('1.07')
      }
      await settle(page)
      const changes = await watchChanges(page)
      await sendTicks(page, 2, 20)
      assert.deepEqual(await changes(), [])
    })
  }
})

describe('the ticket while prices move', () => {
  for (const mode of [en('order.kind.market'), en('orders.tab.pending')]) {
    test(`changes only its figures (${mode})`, async () => {
      const page = await openTicket()
      await sheetOf(page).getByText(mode, { exact: true }).tap()
      await fillAll(page)
      const changes = await watchChanges(page)
      await sendTicks(page, 2, 20)
      assert.deepEqual(await changes(), [])
      // Proves that the observer detects other changes.
      await lotsOf(page).fill('0.001')
      assert.notDeepEqual(await changes(), [])
    })
  }

  test('updates margin and fee on every key and every price', async () => {
    const page = await openTicket()
    await sendTicks(page, 2, 1)
    await lotsOf(page).fill('')
    // Margin is lots × 100,000 × 1.08429 ÷ 100, and the fee 6 per lot: 1,084.29 and 6.00 for one lot.
    for (const [key, margin, fee] of [
      ['1', '1 084.290000', '6.00'],
      ['.', '1 084.290000', '6.00'],
      ['2', '1 301.148000', '7.20'],
      ['5', '1 355.362500', '7.50'],
    ] as const) {
      await lotsOf(page).press(key)
      await waitForFacts(sheetOf(page), { [en('order.margin')]: margin, [en('order.fee')]: fee })
    }
    await sendTicks(page, 3, 1)
    // Margin 1.25 × 100,000 × 1.08444 ÷ 100 = 1,355.55
    await waitForFacts(sheetOf(page), { [en('order.margin')]: '1 355.550000', [en('order.fee')]: '7.50' })
  })

  test('shifts nothing except what a press opens', async () => {
    const page = await openTicket()
    await fillAll(page)
    await sheetOf(page).getByText(en('orders.tab.pending'), { exact: true }).tap()
    await settle(page)
    const shifts = await watchShifts(page)
    const stepsOf = (name: string) => sheetOf(page).getByRole('group', { name }).getByRole('button')
    await type(page, lotsOf(page), '0.001')
    await type(page, lotsOf(page), '99.25')
    await type(page, stopOf(page, en('order.target_price')), '1.081')
    for (const name of [
      en('order.lots'),
      en('order.target_price'),
      en('order.stop_loss'),
      en('order.take_profit'),
    ])
      for (const at of [0, 1, 1]) await stepsOf(name).nth(at).tap()
    await type(page, stopOf(page, en('order.stop_loss')), '1.2')
    await type(page, stopOf(page, en('order.stop_loss')), '1.05')
    for (const side of [en('order.side.sell'), en('order.side.buy')]) {
      await sheetOf(page).getByText(side, { exact: true }).tap()
      await sendTicks(page, 2, 3)
    }
    assert.deepEqual(await shifts(), [])
    for (const unit of [en('stop.by.money'), '%', en('stop.by.price')]) await unitOf(page, unit).tap()
    // The field and its converted value swap places, and nothing else moves.
    assert.deepEqual(
      (await shifts()).filter((shift) => !shift.includes('tabular-nums')),
      [],
    )
    await sheetOf(page).getByText(en('order.kind.market'), { exact: true }).tap()
    assert.notDeepEqual(await shifts(), [], 'the observer detects a removed field')
  })
})
