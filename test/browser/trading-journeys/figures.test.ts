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
  screenOf,
  sheetOf,
  trade,
  waitForFacts,
} from '#test/browser/trading-journeys/trading-page.ts'
import { setUpTradingPhones } from '#test/browser/trading-journeys/trading-phones.ts'
import { en, orderLabel } from '#test/browser/words.ts'
import { figureText } from '#ui/figure-format.ts'

const phones = setUpTradingPhones()

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

/** Checks the figures on the order list and in the answers of the list and balance calls. */
async function checkAccountFigures(page: Page, figures: Figures): Promise<void> {
  const panel = screenOf(page, 'order')
  await waitForFacts(panel, {
    [en('funds.net_value')]: cents(figures.net_value),
    [en('funds.profit')]: signed(figures.profit),
    [en('funds.balance')]: cents(figures.balance),
    [en('funds.margin')]: whole(figures.used_margin),
    [en('funds.available')]: cents(figures.available),
    [en('funds.ratio')]: `${figures.prepayment_ratio} %`,
  })
  await panel.getByText(`${en('funds.risk')} ${whole(figures.hazard_rate)} %`).waitFor()
  for (const path of ['/v1/api/forex/my_deal?status=1&page=1', '/v1/api/main/wallet/getBalance']) {
    const answer = await ask(page, path)
    const same = Object.keys(figures).map((name) => [name, answer[name]])
    assert.deepEqual(Object.fromEntries(same), figures, path)
  }
}

/** Checks the card of an order and its detail. */
async function checkOrderFigures(page: Page, showCode: string, price: string, profit: string): Promise<void> {
  const card = cardOf(page, 'open', showCode)
  await card.getByText(signed(profit)).waitFor()
  await waitForFacts(card, { [en('orders.now')]: price })
  await openDetail(page, 'open', showCode)
  await waitForFacts(sheetOf(page), {
    [en('order.profit')]: `${signed(profit)} USD`,
    [en('order.market_price')]: price,
  })
  await closeDetail(page)
}

test('known prices give hand-calculated figures on every screen, through a partial close', async () => {
  const page = await phones.demo()
  await trade(page, 'EUR/USD', 'buy', { lots: '0.5' }, orderLabel('buy', '0.50', '1.08428'))
  await openOrders(page)
  // Margin 50,000 × 1.08428 ÷ 100 = 542.14, fee 0.50 × 3 = 1.50.
  // Profit at the bid 50,000 × (1.08420 − 1.08428) = −4.00, at the mid −2.00.
  // Margin used 542.14 ÷ 99,994.50 = 0.54 %, margin level 99,996.50 ÷ 542.14 = 18,444.77 %.
  await checkAccountFigures(page, {
    balance: '99998.500000',
    profit: '-4.000000',
    net_value: '99994.500000',
    used_margin: '542.140000',
    available: '99452.360000',
    prepayment_ratio: '0.54',
    hazard_rate: '18444.77',
  })
  await checkOrderFigures(page, 'EUR/USD', '1.08420', '-4.000000')

  await trade(
    page,
    'USD/JPY',
    'sell',
    { lots: '0.3', leverage: '×50' },
    orderLabel('sell', '0.30', '154.281'),
  )
  await openOrders(page)
  // A yen is 1 ÷ 154.2855 = 0.006481490 dollars. Margin 30,000 × 154.281 × 0.00648149 ÷ 50 = 599.982455, fee 0.90.
  // Profit at the ask 30,000 × (154.281 − 154.290) × 0.00648149 = −1.750002, at the mid −0.875001.
  // Margin used 1,142.122455 ÷ 99,991.849998 = 1.14 %, margin level 99,994.724999 ÷ 1,142.122455 = 8,755.17 %.
  await checkAccountFigures(page, {
    balance: '99997.600000',
    profit: '-5.750002',
    net_value: '99991.849998',
    used_margin: '1142.122455',
    available: '98849.727543',
    prepayment_ratio: '1.14',
    hazard_rate: '8755.17',
  })
  await checkOrderFigures(page, 'USD/JPY', '154.290', '-1.750002')

  phones.app().price('EURUSD', '1.08529', '1.08537')
  // Profit 50,000 × (1.08529 − 1.08428) = 50.50, at the mid 52.50. Margin level 100,049.224999 ÷ 1,142.122455
  // = 8,759.94 %.
  await checkAccountFigures(page, {
    balance: '99997.600000',
    profit: '48.749998',
    net_value: '100046.349998',
    used_margin: '1142.122455',
    available: '98904.227543',
    prepayment_ratio: '1.14',
    hazard_rate: '8759.94',
  })
  await checkOrderFigures(page, 'EUR/USD', '1.08529', '50.500000')

  phones.app().price('USDJPY', '153.900', '153.909')
  // A yen is now 1 ÷ 153.9045 = 0.006497536 dollars. Profit 30,000 × (154.281 − 153.909) × 0.006497536 = 72.512502, at
  // the mid 30,000 × 0.3765 × 0.006497536 = 73.389669. The margin does not change.
  // Margin level 100,123.489669 ÷ 1,142.122455 = 8,766.44 %.
  await checkAccountFigures(page, {
    balance: '99997.600000',
    profit: '123.012502',
    net_value: '100120.612502',
    used_margin: '1142.122455',
    available: '98978.490047',
    prepayment_ratio: '1.14',
    hazard_rate: '8766.44',
  })
  await checkOrderFigures(page, 'USD/JPY', '153.909', '72.512502')

  await openDetail(page, 'open', 'EUR/USD')
  const parent = plain(await beside(sheetOf(page), en('detail.id')).textContent())
  await closeLots(page, en('detail.close.act', { lots: '0.20' }), '0.2')
  // Profit 20,000 × 0.00101 = 20.20. Margin 542.14 × 20 ÷ 50 = 216.856 is released.
  await waitForFacts(sheetOf(page), {
    [en('detail.closed.at')]: '1.08529',
    [en('detail.closed.lots')]: '0.20',
    [en('detail.closed.freed')]: '216.856000 USD',
    [en('detail.close.rest')]: '0.30',
  })
  await sheetOf(page).getByText('+20.200000').waitFor()
  const part = plain(await beside(sheetOf(page), en('detail.closed.part')).textContent())
  await sheetOf(page)
    .getByRole('button', { name: en('detail.done') })
    .tap()
  await waitForFacts(cardOf(page, 'open', 'EUR/USD'), {
    [en('order.lots')]: '0.30',
    [en('orders.open')]: '1.08428',
  })
  await checkOrderFigures(page, 'EUR/USD', '1.08529', '30.300000')
  // Margin 325.284 + 599.982455 = 925.266455. Margin used 925.266455 ÷ 100,120.612502 = 0.92 %.
  // Margin level 100,122.689669 ÷ 925.266455 = 10,820.96 %.
  await checkAccountFigures(page, {
    balance: '100017.800000',
    profit: '102.812502',
    net_value: '100120.612502',
    used_margin: '925.266455',
    available: '99195.346047',
    prepayment_ratio: '0.92',
    hazard_rate: '10820.96',
  })
  await openDetail(page, 'open', 'EUR/USD')
  await waitForFacts(sheetOf(page), {
    [en('detail.id')]: parent,
    [en('order.margin')]: '325.284000 USD',
    [en('order.fee')]: '0.900000 USD',
    [en('funds.risk')]: '10 820.96 %',
    [en('funds.ratio')]: '0.92 %',
    [en('funds.net_value')]: '100 120.61 USD',
  })
  await closeDetail(page)

  await openOrders(page, 'history')
  await openDetail(page, 'history', 'EUR/USD')
  await waitForFacts(sheetOf(page), {
    [en('detail.id')]: part,
    [en('order.lots')]: '0.20',
    [en('order.profit')]: '+20.200000 USD',
    [en('order.margin')]: '216.856000 USD',
    [en('order.fee')]: '0.600000 USD',
  })
  await sheetOf(page).getByRole('link', { name: parent }).tap()
  await waitForFacts(sheetOf(page), { [en('detail.id')]: parent, [en('order.lots')]: '0.30' })
  await closeDetail(page)

  await openAccount(page)
  await waitForFacts(screenOf(page, 'user'), {
    [en('funds.net_value')]: '100 120.61',
    [en('user.available')]: '99 195.35',
    [en('history.locked')]: '0.00',
  })
  await screenOf(page, 'user').getByText('100 017.80').waitFor()

  await openOrders(page)
  for (const [showCode, words] of [
    ['EUR/USD', en('detail.close.act_all', { lots: '0.30' })],
    ['USD/JPY', en('detail.close.act_all', { lots: '0.30' })],
  ] as const) {
    await openDetail(page, 'open', showCode)
    await closeLots(page, words)
    await sheetOf(page)
      .getByRole('button', { name: en('detail.done') })
      .tap()
  }
  // 100,017.80 + 30.30 + 72.512502 = 100,120.612502, the equity before the two closes.
  await waitForFacts(screenOf(page, 'order'), {
    [en('funds.balance')]: '100 120.61',
    [en('funds.net_value')]: '100 120.61',
    [en('funds.margin')]: '0.000000',
    [en('funds.ratio')]: '0.00 %',
  })
  const { balance } = await ask(page, '/v1/api/main/wallet/getBalance')
  assert.equal(balance, '100120.612502')
  await openOrders(page, 'history')
  // 20.20 + 30.30 + 72.512502 = 123.012502
  await screenOf(page, 'order')
    .getByText(`${en('orders.realised')} · ${en('orders.count', { count: 3 })}`)
    .waitFor()
  await screenOf(page, 'order').getByText('+123.012502').waitFor()
})
