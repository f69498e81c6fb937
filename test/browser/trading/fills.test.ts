import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  beside,
  cardOf,
  cardsOf,
  closeDetail,
  explains,
  openAccount,
  openDetail,
  openLog,
  openOrders,
  reads,
  says,
  screenOf,
  sheetOf,
  toastSays,
  trade,
} from '#test/browser/trading/trading-page.ts'
import { takeTradingPhones } from '#test/browser/trading/trading-phones.ts'

const phones = takeTradingPhones()

describe('an order with stops', () => {
  test('closes at a loss beyond its stop after a gap, and the receipt says by how much', async () => {
    const page = await phones.demo()
    const wish = { lots: '1', stopLoss: '1.265' }
    await trade(page, 'GBP/USD', 'Buy up', wish, 'Buy up 1.00 at 1.26912')
    await openOrders(page)
    await openDetail(page, 'Holding', 'GBP/USD')
    // 100,000 × (1.26500 − 1.26912)
    await reads(sheetOf(page), { 'Stop loss': '1.26500 −412.00 USD' })
    phones.app().price('GBPUSD', '1.25700', '1.25708')
    // 100,000 × (1.25700 − 1.26912)
    await toastSays(page, 'GBP/USD · Stop loss reached · −1 212.00 USD')
    await sheetOf(page).waitFor({ state: 'detached' })
    await screenOf(page, 'order').getByText('You hold no orders').waitFor()
    await openOrders(page, 'History')
    const card = cardOf(page, 'History', 'GBP/USD')
    await card.getByText('−1 212.000000').waitFor()
    await card.getByText('Stop loss reached').waitFor()
    await openDetail(page, 'History', 'GBP/USD')
    await reads(sheetOf(page), { 'Close price': '1.25700', 'Why it ended': 'Stop loss reached' })
    await explains(page, 'The bid came down to the stop loss. It closes at the first price at or beyond it.')
    // 1.25700 − 1.26500
    await explains(page, 'Filled at1.25700Slippage−0.00800 worse')
    await closeDetail(page)
    // 100,000 − 3 − 1,212
    await reads(screenOf(page, 'order'), { Balance: '98 785.00', 'Net value': '98 785.00' })
  })

  test('closes at the stop that was set on the way, exactly where the price comes to it', async () => {
    const page = await phones.demo()
    await trade(page, 'EUR/USD', 'Buy low', { lots: '1' }, 'Buy low 1.00 at 1.08420')
    await openOrders(page)
    await cardOf(page, 'Holding', 'EUR/USD').getByRole('button', { name: 'Stops' }).tap()
    await sheetOf(page).getByRole('switch', { name: 'Stop loss' }).tap()
    await sheetOf(page).getByText('On the wrong side of the price').waitFor()
    await sheetOf(page).getByRole('textbox', { name: 'Stop loss' }).fill('1.08500')
    await sheetOf(page).getByRole('button', { name: 'Set stop loss to 1.08500' }).tap()
    await reads(sheetOf(page), { 'Stop loss': '1.08500 −80.00 USD' })
    await closeDetail(page)
    await cardOf(page, 'Holding', 'EUR/USD').getByText('Stop loss 1.08500').waitFor()
    phones.app().price('EURUSD', '1.08492', '1.08500')
    // 100,000 × (1.08420 − 1.08500)
    await toastSays(page, 'EUR/USD · Stop loss reached · −80.00 USD')
    await openOrders(page, 'History')
    await openDetail(page, 'History', 'EUR/USD')
    await explains(page, 'The ask came up to the stop loss. It closes at the first price at or beyond it.')
    await explains(page, 'Filled at1.08500SlippageNone')
  })

  test('closes with its profit at the take profit or better', async () => {
    const page = await phones.demo()
    const wish = { lots: '0.1', takeProfit: '2640' }
    await trade(page, 'XAU/USD', 'Buy low', wish, 'Buy low 0.10 at 2 647.18')
    await openOrders(page)
    await cardOf(page, 'Holding', 'XAU/USD').waitFor()
    // The bid is there, and the ask, which a sell is closed at, is not.
    phones.app().price('XAUUSD', '2639.90', '2640.14')
    await reads(cardOf(page, 'Holding', 'XAU/USD'), { Now: '2 640.14' })
    await openOrders(page, 'History')
    await screenOf(page, 'order').getByText('Nothing here yet').waitFor()
    phones.app().price('XAUUSD', '2639.60', '2639.84')
    // 10 × (2,647.18 − 2,639.84)
    await toastSays(page, 'XAU/USD · Take profit reached · +73.40 USD')
    // Nobody touched the list.
    await cardOf(page, 'History', 'XAU/USD').getByText('+73.400000').waitFor()
    await openDetail(page, 'History', 'XAU/USD')
    await reads(sheetOf(page), { 'Profit and loss': '+73.400000 USD', 'Close price': '2 639.84' })
    await explains(page, 'The ask came down to the take profit. It closes at that price or better.')
    await explains(page, 'Filled at2 639.84Slippage+0.16 better')
  })
})

describe('an order that ends while one is elsewhere in the app', () => {
  test('is told there, and the account log has it without being asked for', async () => {
    const page = await phones.demo()
    await trade(page, 'AAPL', 'Buy up', { lots: '100', stopLoss: '220' }, 'Buy up 100.00 at 228.05')
    await openLog(page)
    const log = page.getByRole('list', { name: 'Account log' }).getByRole('listitem')
    // 100 × 0.02
    await log.nth(0).getByText('−2.000000').waitFor()
    phones.app().price('AAPL', '219.50', '219.54')
    // 100 × (219.50 − 228.05)
    await toastSays(page, 'AAPL · Stop loss reached · −855.00 USD')
    await log.nth(0).getByText('−855.000000').waitFor()
    assert.equal(await log.count(), 3)
    await says(beside(screenOf(page, 'history'), 'Net value'), '99 143.00')
    await log
      .nth(0)
      .getByText(/^Order \d+/)
      .tap()
    await reads(sheetOf(page), { 'Why it ended': 'Stop loss reached', 'Close price': '219.50' })
    await explains(page, 'Filled at219.50Slippage−0.50 worse')
  })
})

describe('an account that runs out of margin', () => {
  test('is told at 100 %, and at 50 % the worst position is closed and explained', async () => {
    const page = await phones.demo()
    await trade(page, 'EUR/USD', 'Buy up', { lots: '80' }, 'Buy up 80.00 at 1.08428')
    await trade(page, 'GBP/USD', 'Buy up', { lots: '1' }, 'Buy up 1.00 at 1.26912')
    await openOrders(page)
    const screen = screenOf(page, 'order')
    // Margins 86,742.40 + 1,269.12, fees 240 + 3; at mid prices −320 and −4: 99,433 ÷ 88,011.52.
    await screen.getByText('Risk rate 112.98 %').waitFor()
    phones.app().price('EURUSD', '1.08220', '1.08228')
    // 8,000,000 × (1.08224 − 1.08428) = −16,320: 83,433 ÷ 88,011.52.
    const call = 'Margin call: your risk rate is 94.80 %. At 50 % positions are closed.'
    await toastSays(page, call)
    const banner = screen.getByRole('status').filter({ hasText: call })
    await banner.waitFor()
    await reads(screen, { 'Net value': '83 109.00', 'Available prepayment': '−4 902.52' })
    await openAccount(page)
    await screenOf(page, 'user').getByRole('status').filter({ hasText: call }).waitFor()
    await screenOf(page, 'user').getByRole('link', { name: 'Orders', exact: true }).tap()

    phones.app().price('EURUSD', '1.07700', '1.07708')
    // 8,000,000 × (1.07700 − 1.08428)
    await toastSays(page, 'EUR/USD · Closed out: the risk rate fell to 50 % · −58 240.00 USD')
    await cardOf(page, 'Holding', 'EUR/USD').waitFor({ state: 'detached' })
    assert.equal(await cardsOf(page, 'Holding').count(), 1, 'the other one stays')
    await reads(screen, { Balance: '41 517.00', 'Current margin': '1 269.120000' })
    // (41,517 − 4) ÷ 1,269.12. The call is over with the next price that is judged.
    await screen.getByText('Risk rate 3 271.01 %').waitFor()
    phones.app().price('GBPUSD', '1.26905', '1.26913')
    await banner.waitFor({ state: 'detached' })

    await openOrders(page, 'History')
    await openDetail(page, 'History', 'EUR/USD')
    // 8,000,000 × (1.07704 − 1.08428) = −57,920: 41,833 ÷ 88,011.52.
    await explains(
      page,
      'Your net value at mid prices was 41 833.000000 USD against a margin of 88 011.520000 USD: ' +
        'a risk rate of 47.53 %. At 50 % the position with the largest loss is closed.',
    )
    await reads(sheetOf(page), { 'Profit and loss': '−58 240.000000 USD', 'Close price': '1.07700' })
  })
})
