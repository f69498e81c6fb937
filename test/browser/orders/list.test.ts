import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { OrderFields } from '#contract/calls/order-fields.ts'
import { ordersPath, placeOf } from '#test/browser/account/account-phones.ts'
import { waitForRequests } from '#test/browser/markets/market-phones.ts'
import {
  figuresRow,
  quoteRow,
  setUpOrderPhones,
  someFunds,
  tradePush,
} from '#test/browser/orders/order-phones.ts'
import { boxOf } from '#test/browser/ui/box-of.ts'
import { swipe } from '#test/browser/ui/touch.ts'
import { en, startingWith } from '#test/browser/words.ts'
import { orderWire, otherMarkets } from '#test/wire/order-fixtures.ts'

const phones = setUpOrderPhones()

const { gold, yen, coin } = otherMarkets
const open: readonly OrderFields[] = [
  orderWire({ Id: 5, UpdatePrice: '1.08612', FactProfits: '88.500000', TargetLossPrice: '1.08000' }),
  orderWire({
    ...{ Id: 4, ForexTradeLists: gold, Quantity: '0.01', OriginPrice: '2634.10' },
    ...{ UpdatePrice: '2647.18', FactProfits: '130.800000', Multiple: 50 },
  }),
  orderWire({
    ...{ Id: 3, ForexTradeLists: yen, OrderType: 2, OriginPrice: '154.210' },
    ...{ UpdatePrice: '154.281', FactProfits: '-9.204151' },
  }),
]
const waiting = { Status: 0, OpenTime: null, FactProfits: '0.000000' } as const
const pending: readonly OrderFields[] = [
  orderWire({ ...waiting, Id: 8, OrderKind: 2, OriginPrice: '1.07900' }),
  orderWire({ ...waiting, Id: 7, OrderType: 2, OrderKind: 3, OriginPrice: '1.07900' }),
]

const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })
const cards = (page: Page) => page.getByRole('tabpanel').getByRole('listitem')
const card = (page: Page, code: string) => cards(page).filter({ hasText: code })
/** The figure with this label. */
const under = (place: Locator | Page, name: string) =>
  place.getByText(name, { exact: true }).locator('xpath=following::*[contains(@class, "tabular-nums")][1]')
const waitForFigure = (place: Locator | Page, name: string, figure: string) =>
  under(place, name).getByText(figure, { exact: true }).waitFor()

describe('the order lists', () => {
  test('show their layout before the data arrives, without a layout shift', async () => {
    const held = Promise.withResolvers<void>()
    const { page, calls } = await phones.open('/order', { open, pending })
    const answer = calls[ordersPath] as (request: unknown) => unknown
    calls[ordersPath] = async (request: unknown) => {
      await held.promise
      return answer(request)
    }
    await page.reload()
    const shape = page
      .getByRole('tabpanel')
      .getByRole('status', { name: en('app.loading') })
      .locator('.bg-surface')
    await shape.first().waitFor()
    const [panel, first] = [await boxOf(page.getByRole('tabpanel')), await boxOf(shape.first())]
    held.resolve()
    const card = cards(page).first()
    await card.waitFor()
    assert.equal((await boxOf(page.getByRole('tabpanel'))).y, panel.y)
    const box = await boxOf(card)
    assert.deepEqual([box.x, box.y, box.width], [first.x, first.y, first.width])
    assert.ok(Math.abs(box.height - first.height) <= 2, `${box.height} px, not ${first.height}`)
  })

  test('are chosen by the URL, and a press on a tab replaces it', async () => {
    const { page } = await phones.open('/order', { open, pending })
    await tab(page, new RegExp(`^${en('orders.tab.open')} 3$`))
      .and(page.locator('[aria-selected=true]'))
      .waitFor()
    assert.equal(await cards(page).count(), 3)
    const steps = await page.evaluate(() => history.length)
    await tab(page, new RegExp(`^${en('orders.tab.pending')} 2$`)).tap()
    await page.getByText(en('order.kind.limit'), { exact: true }).waitFor()
    assert.equal(placeOf(page), '/order?type=0')
    assert.equal(await cards(page).count(), 2)
    await tab(page, startingWith(en('orders.tab.history'))).tap()
    await page.getByText(en('orders.none.history')).waitFor()
    assert.equal(placeOf(page), '/order?type=3')
    assert.equal(await page.evaluate(() => history.length), steps)
  })

  test('default to open orders for an unknown URL parameter', async () => {
    const { page, made } = await phones.open('/order?type=7', { open })
    await tab(page, new RegExp(`^${en('orders.tab.open')} 3$`))
      .and(page.locator('[aria-selected=true]'))
      .waitFor()
    // Closed orders are fetched only when their tab is opened.
    const asked = made(ordersPath).map((request) => new URL(request.url()).searchParams.get('status'))
    assert.deepEqual([...new Set(asked)].sort(), ['0', '1'])
  })

  test('show an empty state that links to the trade screen', async () => {
    const { page } = await phones.open('/order?type=0', {})
    await page.getByText(en('orders.none.pending')).waitFor()
    await tab(page, new RegExp(`^${en('orders.tab.open')} 0$`)).tap()
    await page.getByText(en('orders.none.open')).waitFor()
    await page.getByRole('link', { name: en('orders.to_trade') }).tap()
    await page.locator('[data-screen=trade]').waitFor()
  })

  test('report a failed load, and retry', async () => {
    const { page, calls } = await phones.open(
      '/order',
      {},
      { calls: { [ordersPath]: { refused: 'Not now.' } } },
    )
    await page.getByText(en('orders.failed')).waitFor()
    await waitForFigure(page, en('funds.net_value'), '—')
    calls[ordersPath] = { data: open, total: 3, all_fact_profits: '0.000000', ...someFunds }
    await page.getByRole('button', { name: en('app.failed.retry') }).tap()
    await card(page, 'EUR/USD').waitFor()
  })

  test('reload on a pull, and so do the totals', async () => {
    const { page, account } = await phones.open('/order', { open })
    await waitForFigure(page, en('funds.balance'), '100 000.00')
    account.open = [orderWire({ Id: 6, ForexTradeLists: coin }), ...open]
    account.funds = { ...someFunds, balance: '90000.000000', QuoteSeq: 2, Version: 2 }
    await swipe(page, [195, 150], [195, 450])
    await card(page, 'BTC/USD').waitFor()
    await waitForFigure(page, en('funds.balance'), '90 000.00')
    await tab(page, new RegExp(`^${en('orders.tab.open')} 4$`)).waitFor()
  })

  test('load more orders while scrolling', async () => {
    const many = Array.from({ length: 45 }, (_, at) => orderWire({ Id: 100 - at }))
    const { page } = await phones.open('/order', { open: many })
    await tab(page, new RegExp(`^${en('orders.tab.open')} 45$`)).waitFor()
    assert.ok((await cards(page).count()) <= 40)
    for (const count of [40, 45]) {
      await cards(page).last().scrollIntoViewIfNeeded()
      await cards(page)
        .nth(count - 1)
        .waitFor()
    }
    await page.getByText(en('list.end')).waitFor()
    // A list that is shown for the first time starts at its top.
    await tab(page, startingWith(en('orders.tab.pending'))).tap()
    await page.getByText(en('orders.none.pending')).waitFor()
    const isSeen = await page.getByText(en('orders.none.pending')).evaluate((text) => {
      const { top, bottom } = text.getBoundingClientRect()
      return top > 0 && bottom < innerHeight
    })
    assert.ok(isSeen)
  })
})

describe('the totals', () => {
  test('are those of the account, with their own decimals', async () => {
    const { page } = await phones.open('/order', { open })
    await waitForFigure(page, en('funds.net_value'), '100 214.63')
    await waitForFigure(page, en('funds.profit'), '+214.630000')
    await waitForFigure(page, en('funds.balance'), '100 000.00')
    await waitForFigure(page, en('funds.margin'), '1 538.400000')
    await waitForFigure(page, en('funds.available'), '98 676.23')
    await waitForFigure(page, en('funds.ratio'), '1.54 %')
    await page.getByText(`${en('funds.risk')} 6 514.34 %`).waitFor()
    await page.getByText(en('app.demo'), { exact: true }).waitFor()
  })

  test('follow pushes one by one, and move the risk marker', async () => {
    const { page, socket } = await phones.open('/order', { open })
    await waitForFigure(page, en('funds.net_value'), '100 214.63')
    const mark = page.locator('[aria-hidden=true] > .absolute')
    const before = await mark.boundingBox()
    const touched = await watchChanges(page)
    await socket.push(
      'FOREX_TRADE',
      tradePush({ QuoteSeq: 2, NetValue: '1000.000000', ProfitsTotal: '-99000.000000', HazardRate: '65.00' }),
    )
    await waitForFigure(page, en('funds.net_value'), '1 000.00')
    await waitForFigure(page, en('funds.profit'), '−99 000.000000')
    await page.getByText(`${en('funds.risk')} 65.00 %`).waitFor()
    assert.deepEqual(await touched(), ['+214.630000', '100 214.63', '6 514.34'])
    assert.ok(before)
    // It moves within a fifth of a second.
    await page.waitForFunction(([element, x]) => Number(element?.getBoundingClientRect().x) < x, [
      await mark.elementHandle(),
      before.x,
    ] as const)
  })

  test('without margin show no ratios instead of zero', async () => {
    const { page } = await phones.open('/order', {
      funds: { ...someFunds, hazard_rate: null, prepayment_ratio: null },
    })
    await waitForFigure(page, en('funds.ratio'), '—')
    await page.getByText(`${en('funds.risk')} —`).waitFor()
    assert.equal(await page.locator('[aria-hidden=true] > .absolute').count(), 0)
  })

  test('are marked when stale', async () => {
    const { page, socket } = await phones.open(
      '/order',
      { open },
      { phoneOptions: { allowConsoleErrors: true } },
    )
    await card(page, 'EUR/USD').waitFor()
    await page.context().setOffline(true)
    await socket.cut()
    await page.getByText(en('market.stale'), { exact: true }).waitFor()
    await page.context().setOffline(false)
    await page.getByText(en('market.stale'), { exact: true }).waitFor({ state: 'detached' })
  })
})

describe('the card of an open order', () => {
  test('shows its terms and its current profit', async () => {
    const { page } = await phones.open('/order', { open })
    const gold = card(page, 'XAU/USD')
    await gold.getByText(en('order.side.buy'), { exact: true }).waitFor()
    await gold.getByText('+130.800000', { exact: true }).waitFor()
    await waitForFigure(gold, en('order.lots'), '0.01')
    await waitForFigure(gold, en('orders.open'), '2 634.10')
    await waitForFigure(gold, en('orders.now'), '2 647.18')
    await waitForFigure(gold, en('order.leverage'), '×50')
    assert.equal(await gold.getByRole('button', { name: en('orders.close_part') }).isDisabled(), true)
    const yen = card(page, 'USD/JPY')
    await yen.getByText(en('order.side.sell'), { exact: true }).waitFor()
    await yen.getByText('−9.204151', { exact: true }).waitFor()
    await card(page, 'EUR/USD')
      .getByText(`${en('order.stop_loss')} 1.08000`)
      .waitFor()
  })

  test('changes only its own figures', async () => {
    const { page, socket } = await phones.open('/order', { open })
    await card(page, 'EUR/USD').getByText('+88.500000').waitFor()
    const touched = await watchChanges(page)
    await socket.push(
      'FOREX_TRADE',
      tradePush({
        QuoteSeq: 2,
        TransOrder: [
          figuresRow(5, '1.08400', '-17.500000'),
          figuresRow(4, '2647.18', '130.800000'),
          figuresRow(3, '154.281', '-9.204151'),
        ],
      }),
    )
    await card(page, 'EUR/USD').getByText('−17.500000', { exact: true }).waitFor()
    await waitForFigure(card(page, 'EUR/USD'), en('orders.now'), '1.08400')
    assert.deepEqual(await touched(), ['+88.500000', '1.08612'])
  })

  test('disappears at once when the order ends', async () => {
    const held = Promise.withResolvers<never>()
    const { page, calls, socket } = await phones.open('/order', { open })
    await card(page, 'EUR/USD').waitFor()
    calls[ordersPath] = () => held.promise
    await socket.push('FOREX_CLOSED', [5])
    await card(page, 'EUR/USD').waitFor({ state: 'detached' })
    await tab(page, new RegExp(`^${en('orders.tab.open')} 2$`)).waitFor()
  })

  test('shows that its market is closed', async () => {
    const { page, socket } = await phones.open('/order', { open })
    await card(page, 'EUR/USD').waitFor()
    await socket.push('DAY_MARKET', [quoteRow(1.08427, 1.08435, { MarketStatus: 0 })])
    await card(page, 'EUR/USD').getByText(en('market.closed'), { exact: true }).waitFor()
    await socket.push('DAY_MARKET', [quoteRow(1.08427, 1.08435)])
    await card(page, 'EUR/USD').getByText(en('market.closed'), { exact: true }).waitFor({ state: 'detached' })
  })

  test('opens its detail at the pressed section, and Back closes it', async () => {
    const { page } = await phones.open('/order', { open })
    const euro = card(page, 'EUR/USD')
    for (const [press, place] of [
      [euro.getByRole('link'), '/order?id=5'],
      [euro.getByRole('button', { name: en('orders.stops') }), '/order?id=5.stops'],
      [euro.getByRole('button', { name: en('orders.close'), exact: true }), '/order?id=5.close'],
      [euro.getByRole('button', { name: en('orders.close_part') }), '/order?id=5.close'],
    ] as const) {
      await press.tap()
      await page.getByRole('dialog').waitFor()
      assert.equal(placeOf(page), place)
      await page.goBack()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      assert.equal(placeOf(page), '/order')
    }
  })

  test('is not required for the detail: a link opens an order that is in no visible list', async () => {
    const { page } = await phones.open('/order?type=3&id=5', { open })
    await page.getByRole('dialog').getByText('EUR/USD').first().waitFor()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: en('control.close') })
      .first()
      .waitFor()
  })
})

describe('the card of a pending order', () => {
  test('shows the distance to its target, from the price it would open at', async () => {
    const { page, socket } = await phones.open('/order?type=0', { pending })
    const buy = card(page, en('order.side.buy'))
    await buy.getByText(en('order.kind.limit'), { exact: true }).waitFor()
    await socket.push('DAY_MARKET', [quoteRow(1.08427, 1.08435)])
    await waitForFigure(buy, en('orders.target'), '1.07900')
    await waitForFigure(buy, en('orders.now'), '1.08435')
    await waitForFigure(buy, en('orders.distance'), '−0.00535')
    await waitForFigure(card(page, en('order.side.sell')), en('orders.now'), '1.08427')
    const touched = await watchChanges(page)
    await socket.push('DAY_MARKET', [quoteRow(1.0785, 1.0786)])
    await waitForFigure(buy, en('orders.distance'), '+0.00040')
    await waitForFigure(card(page, en('order.side.sell')), en('orders.distance'), '+0.00050')
    assert.deepEqual(await touched(), ['1.08427', '1.08435', '−0.00527', '−0.00535'])
  })

  test('opens its detail with the cancellation', async () => {
    const { page } = await phones.open('/order?type=0', { pending })
    await card(page, en('order.side.buy'))
      .getByRole('button', { name: en('orders.cancel') })
      .tap()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor()
    assert.equal(placeOf(page), '/order?type=0&id=8.cancel')
  })
})

/** Records every changed figure, and any other change of the page. */
async function watchChanges(page: Page): Promise<() => Promise<readonly string[]>> {
  // Waits for lazily loaded parts, which must not count as changes.
  await waitForRequests(page)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  await page.evaluate(() => {
    const changed = new Set<string>()
    const watcher = new MutationObserver((records) => {
      for (const { type, target, oldValue } of records)
        changed.add(type === 'characterData' ? (oldValue ?? '') : target.nodeName)
    })
    watcher.observe(document.querySelector('main') ?? document.body, {
      ...{ subtree: true, childList: true, characterData: true, characterDataOldValue: true },
    })
    Object.assign(window, { changed })
  })
  return async () =>
    await page.evaluate(() => {
      const { changed } = window as unknown as { changed: ReadonlySet<string> }
      return [...changed].map((text) => text.replaceAll('\u202f', ' ')).sort()
    })
}
