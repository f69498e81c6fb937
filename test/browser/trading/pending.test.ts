import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  ask,
  cardOf,
  explains,
  fill,
  openDetail,
  openMarket,
  openOrders,
  openTicket,
  place,
  reads,
  screenOf,
  sheetOf,
  toastSays,
  trade,
} from '#test/browser/trading/trading-page.ts'
import { takeTradingPhones } from '#test/browser/trading/trading-phones.ts'

const phones = takeTradingPhones()

describe('a pending order', () => {
  test('waits in its list and is filled when its price comes, without a reload', async () => {
    const page = await phones.demo()
    await openMarket(page, 'EUR/USD')
    await openTicket(page, 'Buy up')
    await fill(page, { lots: '0.5', target: '1.083' })
    await place(page, 'Buy up 0.50 at 1.08300')
    await sheetOf(page).getByRole('link', { name: 'See pending orders' }).tap()
    const waiting = cardOf(page, 'Pending', 'EUR/USD')
    await waiting.getByText('Limit', { exact: true }).waitFor()
    // 1.08300 − 1.08428
    await reads(waiting, { Lots: '0.50', Target: '1.08300', Now: '1.08428', 'Still to go': '−0.00128' })
    phones.app().price('EURUSD', '1.08312', '1.08320')
    await reads(waiting, { Now: '1.08320', 'Still to go': '−0.00020' })
    phones.app().price('EURUSD', '1.08290', '1.08298')
    await toastSays(page, 'EUR/USD · pending order filled at 1.08298')
    await screenOf(page, 'order').getByText('No pending orders').waitFor()
    await openOrders(page, 'Holding')
    await reads(cardOf(page, 'Holding', 'EUR/USD'), { Open: '1.08298', Now: '1.08290' })
    await openDetail(page, 'Holding', 'EUR/USD')
    await reads(sheetOf(page), { Kind: 'Limit', Slippage: '+0.00002 better', Margin: '541.490000 USD' })
    await explains(page, 'The ask came down to the target. A limit fills at its price or better.')
  })

  test('whose detail is open when its price comes is shown as the position that it is now', async () => {
    const page = await phones.demo()
    await trade(page, 'GBP/USD', 'Buy low', { lots: '0.2', target: '1.268' }, 'Buy low 0.20 at 1.26800')
    await openOrders(page, 'Pending')
    await openDetail(page, 'Pending', 'GBP/USD')
    await reads(sheetOf(page), { Kind: 'Stop', 'Market price': '1.26904', 'Still to go': '−0.00104' })
    phones.app().price('GBPUSD', '1.26790', '1.26798')
    await toastSays(page, 'GBP/USD · pending order filled at 1.26790')
    // It was sold below its target, at the bid: a stop fills at the first price there is.
    await reads(sheetOf(page), {
      'Open price': '1.26790',
      'Market price': '1.26798',
      'Profit and loss': '−1.600000 USD',
    })
    await explains(page, 'The bid came down to the target. A stop fills at the first price at or beyond it.')
    await explains(page, 'Slippage−0.00010 worse')
    await sheetOf(page).getByRole('button', { name: 'Close position' }).waitFor()
  })

  test('that cannot be paid for when its price comes is cancelled, and says what was missing', async () => {
    const page = await phones.demo()
    await trade(page, 'EUR/USD', 'Buy up', { lots: '90', target: '1.08' }, 'Buy up 90.00 at 1.08000')
    await trade(page, 'GBP/USD', 'Buy up', { lots: '5' }, 'Buy up 5.00 at 1.26912')
    await openOrders(page, 'Pending')
    await cardOf(page, 'Pending', 'EUR/USD').waitFor()
    phones.app().price('EURUSD', '1.07990', '1.07998')
    await toastSays(page, 'EUR/USD · Cancelled: not enough margin when its price came')
    await screenOf(page, 'order').getByText('No pending orders').waitFor()
    await openOrders(page, 'History')
    const card = cardOf(page, 'History', 'EUR/USD')
    await card.getByText('Cancelled: not enough margin when its price came').waitFor()
    await openDetail(page, 'History', 'EUR/USD')
    // Needed: 90 × 100,000 × 1.07998 ÷ 100 + 90 × 3. Of pounds: 500,000 × 1.26912 ÷ 100 as margin, a fee of 15, and
    // 500,000 × 0.00008 of spread.
    await explains(
      page,
      'margin and fee needed 97 468.200000 USD, and 93 599.400000 USD was available: ' +
        'a net value of 99 945.000000 USD less a margin of 6 345.600000 USD.',
    )
    const { data } = await ask(page, '/v1/api/forex/my_deal?status=3&page=1')
    assert.deepEqual(
      [data[0].Status, data[0].CloseReason, data[0].TradeFee],
      [2, 'insufficient_margin', '0.000000'],
    )
  })
})
