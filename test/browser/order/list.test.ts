import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { OrderFields } from '#contract/calls/order-fields.ts'
import { isFetched } from '#test/browser/markets/market-phones.ts'
import { ordersPath, placeOf } from '#test/browser/mine/mine-phones.ts'
import {
  figuresRow,
  quoteRow,
  someFunds,
  takeOrderPhones,
  tradePush,
} from '#test/browser/order/order-phones.ts'
import { swipe } from '#test/browser/ui/finger.ts'
import { orderWire, otherMarkets } from '#test/wire/order-wire.ts'

const phones = takeOrderPhones()

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
/** The figure under a name. */
const under = (place: Locator | Page, name: string) =>
  place.getByText(name, { exact: true }).locator('xpath=following::*[contains(@class, "tabular-nums")][1]')
const reads = (place: Locator | Page, name: string, figure: string) =>
  under(place, name).getByText(figure, { exact: true }).waitFor()

describe('the lists of orders', () => {
  test('are chosen by the address, and a press on a tab takes its place there', async () => {
    const { page } = await phones.open('/order', { open, pending })
    await tab(page, /^Holding 3$/)
      .and(page.locator('[aria-selected=true]'))
      .waitFor()
    assert.equal(await cards(page).count(), 3)
    const steps = await page.evaluate(() => history.length)
    await tab(page, /^Pending 2$/).tap()
    await page.getByText('Limit', { exact: true }).waitFor()
    assert.equal(placeOf(page), '/order?type=0')
    assert.equal(await cards(page).count(), 2)
    await tab(page, /^History$/).tap()
    await page.getByText('Nothing here yet').waitFor()
    assert.equal(placeOf(page), '/order?type=3')
    assert.equal(await page.evaluate(() => history.length), steps)
  })

  test('are those one holds at an address that names none of them', async () => {
    const { page, made } = await phones.open('/order?type=7', { open })
    await tab(page, /^Holding 3$/)
      .and(page.locator('[aria-selected=true]'))
      .waitFor()
    // What is over is fetched when somebody asks for it.
    const asked = made(ordersPath).map((request) => new URL(request.url()).searchParams.get('status'))
    assert.deepEqual([...new Set(asked)].sort(), ['0', '1'])
  })

  test('that are empty say so, and lead to where an order is opened', async () => {
    const { page } = await phones.open('/order?type=0', {})
    await page.getByText('No pending orders').waitFor()
    await tab(page, /^Holding 0$/).tap()
    await page.getByText('You hold no orders').waitFor()
    await page.getByRole('link', { name: 'Go to trading' }).tap()
    await page.locator('[data-screen=trade]').waitFor()
  })

  test('that cannot be fetched say so, and are asked for again', async () => {
    const { page, calls } = await phones.open(
      '/order',
      {},
      { calls: { [ordersPath]: { refused: 'Not now.' } } },
    )
    await page.getByText('Your orders could not be fetched').waitFor()
    await reads(page, 'Net value', '—')
    calls[ordersPath] = { data: open, total: 3, all_fact_profits: '0.000000', ...someFunds }
    await page.getByRole('button', { name: 'Try again' }).tap()
    await card(page, 'EUR/USD').waitFor()
  })

  test('are fetched again by a pull, and the totals with them', async () => {
    const { page, account } = await phones.open('/order', { open })
    await reads(page, 'Balance', '100 000.00')
    account.open = [orderWire({ Id: 6, ForexTradeLists: coin }), ...open]
    account.funds = { ...someFunds, balance: '90000.000000', QuoteSeq: 2, OrdersMark: 'another' }
    await swipe(page, [195, 150], [195, 450])
    await card(page, 'BTC/USD').waitFor()
    await reads(page, 'Balance', '90 000.00')
    await tab(page, /^Holding 4$/).waitFor()
  })

  test('of many orders grow on the way down', async () => {
    const many = Array.from({ length: 45 }, (_, at) => orderWire({ Id: 100 - at }))
    const { page } = await phones.open('/order', { open: many })
    await tab(page, /^Holding 45$/).waitFor()
    assert.ok((await cards(page).count()) <= 40)
    for (const count of [40, 45]) {
      await cards(page).last().scrollIntoViewIfNeeded()
      await cards(page)
        .nth(count - 1)
        .waitFor()
    }
    await page.getByText('No more entries').waitFor()
    // Another list begins at its top.
    await tab(page, /^Pending/).tap()
    await page.getByText('No pending orders').waitFor()
    const isSeen = await page.getByText('No pending orders').evaluate((text) => {
      const { top, bottom } = text.getBoundingClientRect()
      return top > 0 && bottom < innerHeight
    })
    assert.ok(isSeen)
  })
})

describe('the totals', () => {
  test('are those of the account, with the decimals of each', async () => {
    const { page } = await phones.open('/order', { open })
    await reads(page, 'Net value', '100 214.63')
    await reads(page, 'Total profit and loss', '+214.630000')
    await reads(page, 'Balance', '100 000.00')
    await reads(page, 'Current margin', '1 538.400000')
    await reads(page, 'Available prepayment', '98 676.23')
    await reads(page, 'Prepayment ratio', '1.54 %')
    await page.getByText('Risk rate 6 514.34 %').waitFor()
    await page.getByText('Demo', { exact: true }).waitFor()
  })

  test('move with what is pushed, each by itself, and the mark of the risk moves along', async () => {
    const { page, socket } = await phones.open('/order', { open })
    await reads(page, 'Net value', '100 214.63')
    const mark = page.locator('[aria-hidden=true] > .absolute')
    const before = await mark.boundingBox()
    const touched = await watchChanges(page)
    await socket.push(
      'FOREX_TRADE',
      tradePush({ QuoteSeq: 2, NetValue: '1000.000000', ProfitsTotal: '-99000.000000', HazardRate: '65.00' }),
    )
    await reads(page, 'Net value', '1 000.00')
    await reads(page, 'Total profit and loss', '−99 000.000000')
    await page.getByText('Risk rate 65.00 %').waitFor()
    assert.deepEqual(await touched(), ['+214.630000', '100 214.63', '6 514.34'])
    const after = await mark.boundingBox()
    assert.ok((after?.x ?? 0) < (before?.x ?? 0))
  })

  test('without margin have no ratios, which is not nothing', async () => {
    const { page } = await phones.open('/order', {
      funds: { ...someFunds, hazard_rate: null, prepayment_ratio: null },
    })
    await reads(page, 'Prepayment ratio', '—')
    await page.getByText('Risk rate —').waitFor()
    assert.equal(await page.locator('[aria-hidden=true] > .absolute').count(), 0)
  })

  test('that stand still are marked', async () => {
    const { page, socket } = await phones.open('/order', { open }, { wishes: { mayComplain: true } })
    await card(page, 'EUR/USD').waitFor()
    await page.context().setOffline(true)
    await socket.cut()
    await page.getByText('Stale', { exact: true }).waitFor()
    await page.context().setOffline(false)
    await page.getByText('Stale', { exact: true }).waitFor({ state: 'detached' })
  })
})

describe('the card of an open order', () => {
  test('tells its terms, and what it would bring now', async () => {
    const { page } = await phones.open('/order', { open })
    const gold = card(page, 'XAU/USD')
    await gold.getByText('Buy up', { exact: true }).waitFor()
    await gold.getByText('+130.800000', { exact: true }).waitFor()
    await reads(gold, 'Lots', '0.01')
    await reads(gold, 'Open', '2 634.10')
    await reads(gold, 'Now', '2 647.18')
    await reads(gold, 'Multiplier', '×50')
    assert.equal(await gold.getByRole('button', { name: 'Close part' }).isDisabled(), true)
    const yen = card(page, 'USD/JPY')
    await yen.getByText('Buy low', { exact: true }).waitFor()
    await yen.getByText('−9.204151', { exact: true }).waitFor()
    await card(page, 'EUR/USD').getByText('Stop loss 1.08000').waitFor()
  })

  test('moves by its own figures, and nothing else does', async () => {
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
    await reads(card(page, 'EUR/USD'), 'Now', '1.08400')
    assert.deepEqual(await touched(), ['+88.500000', '1.08612'])
  })

  test('is gone at once when the order is over', async () => {
    const held = Promise.withResolvers<never>()
    const { page, calls, socket } = await phones.open('/order', { open })
    await card(page, 'EUR/USD').waitFor()
    calls[ordersPath] = () => held.promise
    await socket.push('FOREX_CLOSED', [5])
    await card(page, 'EUR/USD').waitFor({ state: 'detached' })
    await tab(page, /^Holding 2$/).waitFor()
  })

  test('says that its market is closed', async () => {
    const { page, socket } = await phones.open('/order', { open })
    await card(page, 'EUR/USD').waitFor()
    await socket.push('DAY_MARKET', [quoteRow(1.08427, 1.08435, { MarketStatus: 0 })])
    await card(page, 'EUR/USD').getByText('Closed', { exact: true }).waitFor()
    await socket.push('DAY_MARKET', [quoteRow(1.08427, 1.08435)])
    await card(page, 'EUR/USD').getByText('Closed', { exact: true }).waitFor({ state: 'detached' })
  })

  test('opens its detail at what was pressed, and the way back closes it', async () => {
    const { page } = await phones.open('/order', { open })
    const euro = card(page, 'EUR/USD')
    for (const [press, place] of [
      [euro.getByRole('link'), '/order?id=5'],
      [euro.getByRole('button', { name: 'Stops' }), '/order?id=5.stops'],
      [euro.getByRole('button', { name: 'Close', exact: true }), '/order?id=5.close'],
      [euro.getByRole('button', { name: 'Close part' }), '/order?id=5.close'],
    ] as const) {
      await press.tap()
      await page.getByRole('dialog').waitFor()
      assert.equal(placeOf(page), place)
      await page.goBack()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      assert.equal(placeOf(page), '/order')
    }
  })

  test('is not needed for its detail: a link opens an order that is in no list shown', async () => {
    const { page } = await phones.open('/order?type=3&id=5', { open })
    await page.getByRole('dialog').getByText('EUR/USD').first().waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().waitFor()
  })
})

describe('the card of a pending order', () => {
  test('tells how far its price still has to go, by the price it would open at', async () => {
    const { page, socket } = await phones.open('/order?type=0', { pending })
    const buy = card(page, 'Buy up')
    await buy.getByText('Limit', { exact: true }).waitFor()
    await socket.push('DAY_MARKET', [quoteRow(1.08427, 1.08435)])
    await reads(buy, 'Target', '1.07900')
    await reads(buy, 'Now', '1.08435')
    await reads(buy, 'Still to go', '−0.00535')
    await reads(card(page, 'Buy low'), 'Now', '1.08427')
    const touched = await watchChanges(page)
    await socket.push('DAY_MARKET', [quoteRow(1.0785, 1.0786)])
    await reads(buy, 'Still to go', '+0.00040')
    await reads(card(page, 'Buy low'), 'Still to go', '+0.00050')
    assert.deepEqual(await touched(), ['1.08427', '1.08435', '−0.00527', '−0.00535'])
  })

  test('opens its detail to be cancelled', async () => {
    const { page } = await phones.open('/order?type=0', { pending })
    await card(page, 'Buy up').getByRole('button', { name: 'Cancel order' }).tap()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor()
    assert.equal(placeOf(page), '/order?type=0&id=8.cancel')
  })
})

/** What the figures said that change from here on; anything that comes or goes otherwise is told too. */
async function watchChanges(page: Page): Promise<() => Promise<readonly string[]>> {
  // Parts that load late must not count as changes.
  await isFetched(page)
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
