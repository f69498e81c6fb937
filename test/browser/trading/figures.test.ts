import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  ask,
  beside,
  cardOf,
  closeDetail,
  closeLots,
  openAccount,
  openDetail,
  openOrders,
  plain,
  reads,
  screenOf,
  sheetOf,
  trade,
} from '#test/browser/trading/trading-page.ts'
import { takeTradingPhones } from '#test/browser/trading/trading-phones.ts'
import { figureText } from '#ui/figure-format.ts'

const phones = takeTradingPhones()

type Figures = {
  readonly balance: string
  readonly profit: string
  readonly net_value: string
  readonly used_margin: string
  readonly available: string
  readonly prepayment_ratio: string
  readonly hazard_rate: string
}

const signed = (money: string) => plain(figureText(money, { plus: true }))
const whole = (figure: string) => plain(figureText(figure))
const cents = (money: string) => plain(figureText(money, { decimals: 2 }))

/** The panel above the orders, the account and both calls say the same. */
async function comesTo(page: Page, figures: Figures): Promise<void> {
  const panel = screenOf(page, 'order')
  await reads(panel, {
    'Net value': cents(figures.net_value),
    'Total profit and loss': signed(figures.profit),
    Balance: cents(figures.balance),
    'Current margin': whole(figures.used_margin),
    'Available prepayment': cents(figures.available),
    'Prepayment ratio': `${figures.prepayment_ratio} %`,
  })
  await panel.getByText(`Risk rate ${whole(figures.hazard_rate)} %`).waitFor()
  for (const path of ['/v1/api/forex/my_deal?status=1&page=1', '/v1/api/main/wallet/getBalance']) {
    const told = await ask(page, path)
    const same = Object.keys(figures).map((name) => [name, told[name]])
    assert.deepEqual(Object.fromEntries(same), figures, path)
  }
}

/** A card and everything about it. */
async function orderComesTo(page: Page, showCode: string, price: string, profit: string): Promise<void> {
  const card = cardOf(page, 'Holding', showCode)
  await card.getByText(signed(profit)).waitFor()
  await reads(card, { Now: price })
  await openDetail(page, 'Holding', showCode)
  await reads(sheetOf(page), { 'Profit and loss': `${signed(profit)} USD`, 'Market price': price })
  await closeDetail(page)
}

test('known prices lead to figures worked out by hand, the same everywhere, through a part close', async () => {
  const page = await phones.demo()
  await trade(page, 'EUR/USD', 'Buy up', { lots: '0.5' }, 'Buy up 0.50 at 1.08428')
  await openOrders(page)
  // Margin 50,000 × 1.08428 ÷ 100, fee 0.50 × 3; at the bid 50,000 × (1.08420 − 1.08428), at the mid half of it.
  // Ratio 542.14 ÷ 99,994.50; risk rate 99,996.50 ÷ 542.14.
  await comesTo(page, {
    balance: '99998.500000',
    profit: '-4.000000',
    net_value: '99994.500000',
    used_margin: '542.140000',
    available: '99452.360000',
    prepayment_ratio: '0.54',
    hazard_rate: '18444.77',
  })
  await orderComesTo(page, 'EUR/USD', '1.08420', '-4.000000')

  await trade(page, 'USD/JPY', 'Buy low', { lots: '0.3', leverage: '×50' }, 'Buy low 0.30 at 154.281')
  await openOrders(page)
  // A yen is 1 ÷ 154.2855 = 0.006481490 dollars. Margin 30,000 × 154.281 × 0.00648149 ÷ 50 = 599.982455, fee 0.90; at
  // the ask 30,000 × (154.281 − 154.290) × 0.00648149 = −1.750002, at the mid half of it.
  // Ratio 1,142.122455 ÷ 99,991.849998; risk rate 99,994.724999 ÷ 1,142.122455.
  await comesTo(page, {
    balance: '99997.600000',
    profit: '-5.750002',
    net_value: '99991.849998',
    used_margin: '1142.122455',
    available: '98849.727543',
    prepayment_ratio: '1.14',
    hazard_rate: '8755.17',
  })
  await orderComesTo(page, 'USD/JPY', '154.290', '-1.750002')

  phones.app().price('EURUSD', '1.08529', '1.08537')
  // 50,000 × (1.08529 − 1.08428) = 50.50, at the mid 52.50; risk rate 100,049.224999 ÷ 1,142.122455.
  await comesTo(page, {
    balance: '99997.600000',
    profit: '48.749998',
    net_value: '100046.349998',
    used_margin: '1142.122455',
    available: '98904.227543',
    prepayment_ratio: '1.14',
    hazard_rate: '8759.94',
  })
  await orderComesTo(page, 'EUR/USD', '1.08529', '50.500000')

  phones.app().price('USDJPY', '153.900', '153.909')
  // A yen is 1 ÷ 153.9045 = 0.006497536 dollars now: 30,000 × (154.281 − 153.909) × 0.006497536 = 72.512502, at the
  // mid 30,000 × 0.3765 × 0.006497536 = 73.389669. The margin stays what it was. 100,123.489669 ÷ 1,142.122455.
  await comesTo(page, {
    balance: '99997.600000',
    profit: '123.012502',
    net_value: '100120.612502',
    used_margin: '1142.122455',
    available: '98978.490047',
    prepayment_ratio: '1.14',
    hazard_rate: '8766.44',
  })
  await orderComesTo(page, 'USD/JPY', '153.909', '72.512502')

  await openDetail(page, 'Holding', 'EUR/USD')
  const parent = plain(await beside(sheetOf(page), 'Order number').textContent())
  await closeLots(page, 'Close 0.20 lots', '0.2')
  // 20,000 × 0.00101; of the margin 542.14 × 30 ÷ 50 stays, and of the fee 0.90.
  await reads(sheetOf(page), {
    'Filled at': '1.08529',
    'Closed lots': '0.20',
    'Margin freed': '216.856000 USD',
    'Stays open': '0.30',
  })
  await sheetOf(page).getByText('+20.200000').waitFor()
  const part = plain(await beside(sheetOf(page), 'Its order number').textContent())
  await sheetOf(page).getByRole('button', { name: 'Done' }).tap()
  await reads(cardOf(page, 'Holding', 'EUR/USD'), { Lots: '0.30', Open: '1.08428' })
  await orderComesTo(page, 'EUR/USD', '1.08529', '30.300000')
  // 325.284 + 599.982455 = 925.266455 ÷ 100,120.612502; 100,122.689669 ÷ 925.266455.
  await comesTo(page, {
    balance: '100017.800000',
    profit: '102.812502',
    net_value: '100120.612502',
    used_margin: '925.266455',
    available: '99195.346047',
    prepayment_ratio: '0.92',
    hazard_rate: '10820.96',
  })
  await openDetail(page, 'Holding', 'EUR/USD')
  await reads(sheetOf(page), {
    'Order number': parent,
    Margin: '325.284000 USD',
    'Handling fee': '0.900000 USD',
    'Risk rate': '10 820.96 %',
    'Prepayment ratio': '0.92 %',
    'Net value': '100 120.61 USD',
  })
  await closeDetail(page)

  await openOrders(page, 'History')
  await openDetail(page, 'History', 'EUR/USD')
  await reads(sheetOf(page), {
    'Order number': part,
    Lots: '0.20',
    'Profit and loss': '+20.200000 USD',
    Margin: '216.856000 USD',
    'Handling fee': '0.600000 USD',
  })
  await sheetOf(page).getByRole('link', { name: parent }).tap()
  await reads(sheetOf(page), { 'Order number': parent, Lots: '0.30' })
  await closeDetail(page)

  await openAccount(page)
  await reads(screenOf(page, 'user'), { 'Net value': '100 120.61', Available: '99 195.35', Locked: '0.00' })
  await screenOf(page, 'user').getByText('100 017.80').waitFor()

  await openOrders(page)
  for (const [showCode, words] of [
    ['EUR/USD', 'Close all 0.30 lots'],
    ['USD/JPY', 'Close all 0.30 lots'],
  ] as const) {
    await openDetail(page, 'Holding', showCode)
    await closeLots(page, words)
    await sheetOf(page).getByRole('button', { name: 'Done' }).tap()
  }
  // 100,017.80 + 30.30 + 72.512502: nothing is lost or made on the way.
  await reads(screenOf(page, 'order'), {
    Balance: '100 120.61',
    'Net value': '100 120.61',
    'Current margin': '0.000000',
    'Prepayment ratio': '0.00 %',
  })
  const { balance } = await ask(page, '/v1/api/main/wallet/getBalance')
  assert.equal(balance, '100120.612502')
  await openOrders(page, 'History')
  // 20.20 + 30.30 + 72.512502
  await screenOf(page, 'order').getByText('Realised profit and loss · 3 orders').waitFor()
  await screenOf(page, 'order').getByText('+123.012502').waitFor()
})
