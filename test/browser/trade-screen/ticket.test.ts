import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { quoteRow, setUpOrderPhones } from '#test/browser/orders/order-phones.ts'
import { pressInOverlay } from '#test/browser/overlay-keys.ts'
import {
  lotsOf,
  openTicket,
  sheetOf,
  stopOf,
  stopSwitch,
  ticketCalls,
  unitOf,
  waitForButton,
  waitForDescription,
  waitForPath,
} from '#test/browser/trade-screen/ticket-page.ts'
import { en, orderLabel, startingWith } from '#test/browser/words.ts'

const phones = setUpOrderPhones()

describe('the ticket', () => {
  test('loads its texts without fetching the markets again', async () => {
    const { page, made } = await phones.open('/trade', {}, { calls: ticketCalls })
    await page.getByRole('button', { name: startingWith(en('order.side.buy')) }).tap()
    await sheetOf(page).getByRole('switch').first().waitFor()
    assert.equal(made('/v1/api/forex/trade_list').length, 1)
  })
})

describe('the lot size', () => {
  test('changes by the lot step and never falls below the minimum', async () => {
    const { page } = await openTicket(phones)
    await waitForButton(page, orderLabel('buy', '0.01', '1.08435'))
    const [less, more] = [en('control.decrease'), en('control.increase')].map((name) =>
      sheetOf(page)
        .getByRole('group', { name: en('order.lots') })
        .getByRole('button', { name }),
    )
    // The button is marked as disabled but can still be pressed.
    await less?.tap({ force: true })
    assert.equal(await lotsOf(page).inputValue(), '0.01')
    await more?.tap()
    await more?.tap()
    await waitForButton(page, orderLabel('buy', '0.03', '1.08435'))
  })

  test('is validated while typing, without a layout shift', async () => {
    const { page } = await openTicket(phones)
    const before = await sheetOf(page).boundingBox()
    await lotsOf(page).fill('0.005')
    await waitForDescription(lotsOf(page), en('ticket.fault.invalid_lots', { least: '0.01', step: '0.01' }))
    await waitForButton(page, en('ticket.check.lots'))
    await lotsOf(page).fill('101')
    await waitForDescription(lotsOf(page), en('ticket.fault.lots_limit', { most: '100.00' }))
    await lotsOf(page).fill('')
    await waitForDescription(lotsOf(page), en('ticket.fault.lots'))
    assert.deepEqual(await sheetOf(page).boundingBox(), before)
    await lotsOf(page).fill('0.5')
    await waitForButton(page, orderLabel('buy', '0.50', '1.08435'))
    await waitForDescription(lotsOf(page), en('ticket.lot_is', { units: '100', unit: '000 EUR' }))
  })

  test('beyond the available margin is reported beside the margin', async () => {
    const { page } = await openTicket(phones)
    await lotsOf(page).fill('100')
    await waitForButton(page, en('ticket.check.margin'))
    await sheetOf(page)
      .getByText(en('ticket.fault.margin', { needed: '109 035.00', available: '98 676.23' }))
      .waitFor()
  })
})

describe('a stop', () => {
  test('starts at the closing price, is reported as invalid there, and takes the nearest valid one', async () => {
    const { page } = await openTicket(phones)
    await stopSwitch(page, en('order.stop_loss')).tap()
    assert.equal(await stopOf(page, en('order.stop_loss')).inputValue(), '1.08427')
    await waitForDescription(stopOf(page, en('order.stop_loss')), en('stop.fault.wrong_side'))
    await waitForButton(page, en('ticket.check.stop_loss'))
    await sheetOf(page)
      .getByRole('button', { name: en('stop.use_nearest', { price: '1.08426' }) })
      .tap()
    assert.equal(await stopOf(page, en('order.stop_loss')).inputValue(), '1.08426')
    await waitForButton(page, orderLabel('buy', '0.01', '1.08435'))
  })

  test('shows its value in every unit, and stays the same price', async () => {
    const { page } = await openTicket(phones)
    await lotsOf(page).fill('1')
    await stopSwitch(page, en('order.stop_loss')).tap()
    await stopOf(page, en('order.stop_loss')).fill('1.07435')
    await sheetOf(page).getByText('−1 000.00 USD').waitFor()
    await sheetOf(page).getByText('−1.00 %').waitFor()
    await unitOf(page, en('stop.by.money')).tap()
    assert.equal(await stopOf(page, en('order.stop_loss')).inputValue(), '1000')
    await sheetOf(page).getByText('1.07435', { exact: true }).waitFor()
    await unitOf(page, '%').tap()
    assert.equal(await stopOf(page, en('order.stop_loss')).inputValue(), '1')
    await sheetOf(page).getByText('−1 000.00 USD').waitFor()
    await stopOf(page, en('order.stop_loss')).fill('2')
    await sheetOf(page).getByText('1.06435', { exact: true }).waitFor()
  })
})

describe('the ticket', () => {
  test('keeps its input when the side changes, and has the side in its URL', async () => {
    const { page } = await openTicket(phones)
    await lotsOf(page).fill('0.5')
    await sheetOf(page).getByText('×200').tap()
    await sheetOf(page).getByText(en('order.kind.pending'), { exact: true }).tap()
    await stopOf(page, en('order.target_price')).fill('1.08')
    await sheetOf(page).getByText(en('order.side.sell'), { exact: true }).tap()
    await waitForButton(page, orderLabel('sell', '0.50', '1.08000'))
    await waitForPath(page, '/trade?ticket=sell')
    await page.reload()
    await waitForButton(page, orderLabel('sell', '0.50', '1.08000'))
    assert.ok(await sheetOf(page).getByRole('radio', { name: '×200' }).isChecked())
  })

  test('fills the best price into a pending order', async () => {
    const { page, socket } = await openTicket(phones)
    await sheetOf(page).getByText(en('order.kind.pending'), { exact: true }).tap()
    await stopOf(page, en('order.target_price')).fill('')
    await waitForDescription(stopOf(page, en('order.target_price')), en('ticket.fault.target'))
    await socket.push('DAY_MARKET', [quoteRow(1.08527, 1.08535)])
    await sheetOf(page)
      .getByRole('button', { name: `${en('ticket.best_price')} 1.08535` })
      .tap()
    await waitForButton(page, orderLabel('buy', '0.01', '1.08535'))
  })

  test('opens by a press on a price and closes on Back', async () => {
    const phone = await openTicket(phones)
    const { page } = phone
    await pressInOverlay(page, 'Escape')
    await sheetOf(page).waitFor({ state: 'detached' })
    await waitForPath(page, '/trade')
    await page.getByRole('button', { name: startingWith(en('order.side.sell')) }).tap()
    await waitForPath(page, '/trade?ticket=sell')
    await waitForButton(page, orderLabel('sell', '0.01', '1.08427'))
    await page.goBack()
    await sheetOf(page).waitFor({ state: 'detached' })
  })

  test('follows the price, and shows the worst accepted one', async () => {
    const { page, socket } = await openTicket(phones)
    await sheetOf(page)
      .getByText(en('ticket.worst.buy', { price: '1.08443' }))
      .waitFor()
    await socket.push('DAY_MARKET', [quoteRow(1.085, 1.0851)])
    await waitForButton(page, orderLabel('buy', '0.01', '1.08510'))
    await sheetOf(page)
      .getByText(en('ticket.worst.buy', { price: '1.08520' }))
      .waitFor()
  })

  for (const [state, words] of [
    [0, en('market.closed')],
    [2, en('ticket.block.stale_price')],
  ] as const) {
    test(`keeps its input while there is no trading (${words}), and continues afterwards`, async () => {
      const { page, socket } = await openTicket(phones)
      await lotsOf(page).fill('0.5')
      const before = await sheetOf(page).boundingBox()
      await socket.push('DAY_MARKET', [quoteRow(1.08427, 1.08435, { MarketStatus: state })])
      const button = await waitForButton(page, words)
      assert.equal(await button.getAttribute('aria-disabled'), 'true')
      assert.equal(await lotsOf(page).inputValue(), '0.5')
      assert.deepEqual(await sheetOf(page).boundingBox(), before)
      await socket.push('DAY_MARKET', [quoteRow(1.08427, 1.08435)])
      await waitForButton(page, orderLabel('buy', '0.50', '1.08435'))
    })
  }
})
