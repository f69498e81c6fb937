import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { waitForToast } from '#test/browser/toasts.ts'
import {
  assertReceiptText,
  beside,
  cardOf,
  cardsOf,
  closeDetail,
  endedText,
  openAccount,
  openDetail,
  openLog,
  openOrders,
  orderByCall,
  screenOf,
  sheetOf,
  trade,
  waitForExactText,
  waitForFacts,
} from '#test/browser/trading-journeys/trading-page.ts'
import { setUpTradingPhones } from '#test/browser/trading-journeys/trading-phones.ts'
import { en, orderLabel } from '#test/browser/words.ts'

const phones = setUpTradingPhones()

describe('an order with stops', () => {
  test('closes beyond its stop loss after a gap, and the receipt shows the slippage', async () => {
    const page = await phones.demo()
    const terms = { lots: '1', stopLoss: '1.265' }
    await orderByCall(page, 'GBP/USD', 'buy', terms)
    await openOrders(page)
    await openDetail(page, 'open', 'GBP/USD')
    // 100,000 × (1.26500 − 1.26912) = −412.00
    await waitForFacts(sheetOf(page), { [en('order.stop_loss')]: '1.26500 −412.00 USD' })
    phones.app().price('GBPUSD', '1.25700', '1.25708')
    // 100,000 × (1.25700 − 1.26912) = −1,212.00
    await waitForToast(page, endedText('GBP/USD', 'stop_loss', '−1 212.00'))
    await sheetOf(page).waitFor({ state: 'detached' })
    await screenOf(page, 'order').getByText(en('orders.none.open')).waitFor()
    await openOrders(page, 'history')
    const card = cardOf(page, 'history', 'GBP/USD')
    await card.getByText('−1 212.000000').waitFor()
    await card.getByText(en('order.cause.stop_loss')).waitFor()
    await openDetail(page, 'history', 'GBP/USD')
    await waitForFacts(sheetOf(page), {
      [en('order.close_price')]: '1.25700',
      [en('detail.cause')]: en('order.cause.stop_loss'),
    })
    await assertReceiptText(page, en('detail.rule.stop_loss_reached.buy'))
    // Slippage 1.25700 − 1.26500 = −0.00800
    await assertReceiptText(page, fillText('1.25700', en('detail.receipt.worse', { points: '−0.00800' })))
    await closeDetail(page)
    // 100,000 − 3 (fee) − 1,212 = 98,785.00
    await waitForFacts(screenOf(page, 'order'), {
      [en('funds.balance')]: '98 785.00',
      [en('funds.net_value')]: '98 785.00',
    })
  })

  test('closes at a stop that was set later, exactly at its price', async () => {
    const page = await phones.demo()
    await orderByCall(page, 'EUR/USD', 'sell', { lots: '1' })
    await openOrders(page)
    await cardOf(page, 'open', 'EUR/USD')
      .getByRole('button', { name: en('orders.stops') })
      .tap()
    await sheetOf(page)
      .getByRole('switch', { name: en('order.stop_loss') })
      .tap()
    await sheetOf(page).getByText(en('stop.fault.wrong_side')).waitFor()
    await sheetOf(page)
      .getByRole('textbox', { name: en('order.stop_loss') })
      .fill('1.08500')
    await sheetOf(page)
      .getByRole('button', { name: en('detail.stops.set.stop_loss', { price: '1.08500' }) })
      .tap()
    await waitForFacts(sheetOf(page), { [en('order.stop_loss')]: '1.08500 −80.00 USD' })
    await closeDetail(page)
    await cardOf(page, 'open', 'EUR/USD')
      .getByText(`${en('order.stop_loss')} 1.08500`)
      .waitFor()
    phones.app().price('EURUSD', '1.08492', '1.08500')
    // 100,000 × (1.08420 − 1.08500) = −80.00
    await waitForToast(page, endedText('EUR/USD', 'stop_loss', '−80.00'))
    await openOrders(page, 'history')
    await openDetail(page, 'history', 'EUR/USD')
    await assertReceiptText(page, en('detail.rule.stop_loss_reached.sell'))
    await assertReceiptText(page, fillText('1.08500', en('detail.receipt.exact')))
  })

  test('closes at the take profit or better', async () => {
    const page = await phones.demo()
    const terms = { lots: '0.1', takeProfit: '2640' }
    await trade(page, 'XAU/USD', 'sell', terms, orderLabel('sell', '0.10', '2 647.18'))
    await openOrders(page)
    await cardOf(page, 'open', 'XAU/USD').waitFor()
    // The bid has reached the take profit, but a sell closes at the ask.
    phones.app().price('XAUUSD', '2639.90', '2640.14')
    await waitForFacts(cardOf(page, 'open', 'XAU/USD'), { [en('orders.now')]: '2 640.14' })
    await openOrders(page, 'history')
    await screenOf(page, 'order').getByText(en('orders.none.history')).waitFor()
    phones.app().price('XAUUSD', '2639.60', '2639.84')
    // 10 × (2,647.18 − 2,639.84) = 73.40
    await waitForToast(page, endedText('XAU/USD', 'take_profit', '+73.40'))
    // The list updates without a reload.
    await cardOf(page, 'history', 'XAU/USD').getByText('+73.400000').waitFor()
    await openDetail(page, 'history', 'XAU/USD')
    await waitForFacts(sheetOf(page), {
      [en('order.profit')]: '+73.400000 USD',
      [en('order.close_price')]: '2 639.84',
    })
    await assertReceiptText(page, en('detail.rule.take_profit_reached.sell'))
    await assertReceiptText(page, fillText('2 639.84', en('detail.receipt.better', { points: '+0.16' })))
  })
})

describe('an order that ends while another screen is shown', () => {
  test('is announced there, and the account log is current without a reload', async () => {
    const page = await phones.demo()
    await trade(page, 'AAPL', 'buy', { lots: '100', stopLoss: '220' }, orderLabel('buy', '100.00', '228.05'))
    await openLog(page)
    const log = page.getByRole('list', { name: en('history.log') }).getByRole('listitem')
    // Fee 100 × 0.02 = 2.00
    await log.nth(0).getByText('−2.000000').waitFor()
    phones.app().price('AAPL', '219.50', '219.54')
    // 100 × (219.50 − 228.05) = −855.00
    await waitForToast(page, endedText('AAPL', 'stop_loss', '−855.00'))
    await log.nth(0).getByText('−855.000000').waitFor()
    assert.equal(await log.count(), 3)
    await waitForExactText(beside(screenOf(page, 'history'), en('funds.net_value')), '99 143.00')
    await log
      .nth(0)
      .getByText(/^Order \d+/)
      .tap()
    await waitForFacts(sheetOf(page), {
      [en('detail.cause')]: en('order.cause.stop_loss'),
      [en('order.close_price')]: '219.50',
    })
    await assertReceiptText(page, fillText('219.50', en('detail.receipt.worse', { points: '−0.50' })))
  })
})

describe('an account that runs out of margin', () => {
  test('gets a margin call at 100 %, and at 50 % its worst position is stopped out with an explanation', async () => {
    const page = await phones.demo()
    await orderByCall(page, 'EUR/USD', 'buy', { lots: '80' })
    await orderByCall(page, 'GBP/USD', 'buy', { lots: '1' })
    await openOrders(page)
    const screen = screenOf(page, 'order')
    // Fees are 240 + 3, and profits at mid prices −320 and −4. Margins 86,742.40 + 1,269.12 = 88,011.52.
    // Margin level 99,433 ÷ 88,011.52 = 112.98 %.
    await screen.getByText(`${en('funds.risk')} 112.98 %`).waitFor()
    phones.app().price('EURUSD', '1.08220', '1.08228')
    // EUR/USD loses 8,000,000 × (1.08224 − 1.08428) = −16,320 at the mid. Margin level 83,433 ÷ 88,011.52 = 94.80 %.
    const call = en('notice.margin_call', { rate: '94.80' })
    await waitForToast(page, call)
    const banner = screen.getByRole('status').filter({ hasText: call })
    await banner.waitFor()
    await waitForFacts(screen, { [en('funds.net_value')]: '83 109.00', [en('funds.available')]: '−4 902.52' })
    await openAccount(page)
    await screenOf(page, 'user').getByRole('status').filter({ hasText: call }).waitFor()
    await screenOf(page, 'user')
      .getByRole('link', { name: en('orders.title'), exact: true })
      .tap()

    phones.app().price('EURUSD', '1.07700', '1.07708')
    // 8,000,000 × (1.07700 − 1.08428) = −58,240.00
    await waitForToast(
      page,
      en('order.ended_with', { market: 'EUR/USD', why: en('order.cause.stop_out'), profit: '−58 240.00' }),
    )
    await cardOf(page, 'open', 'EUR/USD').waitFor({ state: 'detached' })
    assert.equal(await cardsOf(page, 'open').count(), 1, 'the other position stays open')
    await waitForFacts(screen, { [en('funds.balance')]: '41 517.00', [en('funds.margin')]: '1 269.120000' })
    // (41,517 − 4) ÷ 1,269.12 = 3,271.01 %. The margin call ends with the next evaluated price.
    await screen.getByText(`${en('funds.risk')} 3 271.01 %`).waitFor()
    phones.app().price('GBPUSD', '1.26905', '1.26913')
    await banner.waitFor({ state: 'detached' })

    await openOrders(page, 'history')
    await openDetail(page, 'history', 'EUR/USD')
    // At the mid EUR/USD lost 8,000,000 × (1.07704 − 1.08428) = −57,920. Margin level 41,833 ÷ 88,011.52 = 47.53 %.
    await assertReceiptText(
      page,
      en('detail.rule.stop_out', { net: '41 833.000000', margin: '88 011.520000', rate: '47.53' }),
    )
    await waitForFacts(sheetOf(page), {
      [en('order.profit')]: '−58 240.000000 USD',
      [en('order.close_price')]: '1.07700',
    })
  })
})

/** Fill price and slippage, as the receipt shows them. */
function fillText(price: string, slippage: string): string {
  return `${en('detail.receipt.fill')}${price}${en('detail.receipt.slippage')}${slippage}`
}
