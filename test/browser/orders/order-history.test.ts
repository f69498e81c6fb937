import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import type { OrderFields } from '#contract/calls/order-fields.ts'
import { ordersPath, placeOf } from '#test/browser/account/account-phones.ts'
import { aborted } from '#test/browser/account/stub-calls.ts'
import { downloadedText } from '#test/browser/downloaded-text.ts'
import { setUpOrderPhones, someFunds } from '#test/browser/orders/order-phones.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import { startTouch } from '#test/browser/ui/touch.ts'
import { en, startingWith } from '#test/browser/words.ts'
import { orderWire, otherMarkets } from '#test/wire/order-fixtures.ts'

const phones = setUpOrderPhones()

const over: readonly OrderFields[] = [
  orderWire({
    ...{ Id: 12, Status: 3, UpdatePrice: '1.08500', FactProfits: '32.500000', CloseReason: 'user' },
    CompleteTime: '2026-11-15T08:05:00.000Z',
  }),
  orderWire({
    ...{ Id: 11, Status: 3, OrderType: 2, UpdatePrice: '1.09000', FactProfits: '-282.500001' },
    ...{ ForexTradeLists: otherMarkets.gold, CloseReason: 'stop_out' },
    CompleteTime: '2026-11-14T23:59:59.999Z',
  }),
  orderWire({
    ...{ Id: 10, Status: 2, OrderKind: 2, OpenTime: null, FactProfits: '0.000000' },
    ...{ OriginPrice: '1.07900', CloseReason: 'insufficient_margin' },
    CompleteTime: '2026-11-12T00:00:00.000Z',
  }),
]
const many = Array.from({ length: 250 }, (_, at) => ({
  ...orderWire({ Id: 1000 - at, Status: 3, FactProfits: '1.000001', CloseReason: 'user' }),
  CompleteTime: '2026-11-01T00:00:00.000Z',
}))

const cards = (page: Page) => page.getByRole('tabpanel').getByRole('listitem')
const asked = (requests: readonly Request[]) =>
  requests
    .map((request) => new URL(request.url()).searchParams)
    .filter((query) => query.get('status') === '3')
    .map((query) => ['page', 'limit', 'from', 'to'].map((name) => query.get(name)))
const csvButton = (page: Page) => page.getByRole('button', { name: en('orders.csv.save') })

/** Opens 45 orders and scrolls until the second page is loaded. */
async function openTwoPages() {
  const phone = await phones.open('/order?type=3', { over: many.slice(0, 45) })
  await cards(phone.page).nth(19).waitFor()
  await cards(phone.page).nth(15).scrollIntoViewIfNeeded()
  await cards(phone.page).nth(39).waitFor()
  return phone
}

describe('the order history', () => {
  test('shows profit, close reason and time of each order, and the total', async () => {
    const { page } = await phones.open('/order?type=3', { over })
    await page.getByText(`${en('orders.realised')} · ${en('orders.count', { count: 3 })}`).waitFor()
    await page.getByText('−250.000001', { exact: true }).waitFor()
    const [first, second, third] = await cards(page).allInnerTexts()
    assertInOrder(first, [
      en('order.side.buy'),
      '+32.500000',
      '1.08500',
      en('order.cause.user'),
      'Nov 15, 2026, 08:05',
    ])
    assertInOrder(second, ['XAU/USD', en('order.side.sell'), '−282.500001', en('order.cause.stop_out')])
    assertInOrder(third, [
      ...[en('order.status.cancelled'), en('orders.target'), '1.07900', en('orders.close_price'), '—'],
      en('order.cause.insufficient_margin'),
    ])
  })

  test('is limited to the chosen days, which are in the URL', async () => {
    const { page, made } = await phones.open('/order?type=3', { over })
    await cards(page).nth(2).waitFor()
    await page.getByRole('combobox', { name: en('dates.label') }).selectOption(en('dates.own'))
    await page.getByLabel(en('dates.from'), { exact: true }).fill('2026-11-12')
    await page.getByLabel(en('dates.to'), { exact: true }).fill('2026-11-14')
    await page.getByText(`${en('orders.realised')} · ${en('orders.count', { count: 2 })}`).waitFor()
    await page.getByText('−282.500001', { exact: true }).first().waitFor()
    assert.deepEqual(await cards(page).count(), 2)
    // The requested period runs from the start of the first day to the end of the last day.
    assert.deepEqual(asked(made(ordersPath)).at(-1), [
      '1',
      null,
      String(Date.UTC(2026, 10, 12)),
      String(Date.UTC(2026, 10, 15)),
    ])
    await page.reload()
    await page.getByText(`${en('orders.realised')} · ${en('orders.count', { count: 2 })}`).waitFor()
    await page.getByLabel(en('dates.from'), { exact: true }).fill('2026-11-13')
    await page.getByLabel(en('dates.to'), { exact: true }).fill('2026-11-13')
    await page.getByText(en('orders.none.range')).waitFor()
    assert.equal(await csvButton(page).isDisabled(), true)
    await page.getByRole('button', { name: en('orders.all_dates') }).tap()
    await cards(page).nth(2).waitFor()
    assert.equal(placeOf(page), '/order?type=3')
  })

  test('loads page by page while scrolling', async () => {
    const { page, made } = await phones.open('/order?type=3', { over: many.slice(0, 45) })
    await page.getByText(`${en('orders.realised')} · ${en('orders.count', { count: 45 })}`).waitFor()
    for (const count of [40, 45]) {
      await cards(page).last().scrollIntoViewIfNeeded()
      await cards(page)
        .nth(count - 1)
        .waitFor()
    }
    await page.getByText(en('list.end')).waitFor()
    assert.deepEqual(
      asked(made(ordersPath)).map(([number]) => number),
      ['1', '2', '3'],
    )
  })

  test('keeps the loaded pages when the user returns, and reads only the first page again', async () => {
    const { page, made } = await openTwoPages()
    await page.getByRole('link', { name: en('tab.markets') }).tap()
    await page.locator('[data-screen=home]').waitFor()
    const again = page.waitForRequest((request) => asked([request]).length === 1)
    await page.goBack()
    await again
    await cards(page).nth(39).waitFor()
    assert.deepEqual(
      asked(made(ordersPath)).map(([number]) => number),
      ['1', '2', '1'],
    )
  })

  test('loads the second page again after a pull', async () => {
    const { page } = await openTwoPages()
    await page.locator('[data-screen=order] main').evaluate((main) => main.scrollTo(0, 0))
    const touch = await startTouch(page, [195, 300])
    await touch.moveTo([195, 520])
    await touch.end()
    await cards(page).nth(20).waitFor({ state: 'detached' })
    await cards(page).last().scrollIntoViewIfNeeded()
    await cards(page).nth(39).waitFor()
  })

  test('starts with the order that has just ended', async () => {
    const { page, account, socket } = await phones.open('/order?type=3', {
      open: [orderWire({ Id: 20 })],
      over,
    })
    await cards(page).nth(2).waitFor()
    account.open = []
    const CompleteTime = '2026-11-15T09:00:00.000Z'
    account.over = [orderWire({ Id: 20, Status: 3, CloseReason: 'take_profit', CompleteTime }), ...over]
    await socket.push('FOREX_CLOSED', [20])
    await cards(page).first().getByText(en('order.cause.take_profit')).waitFor()
    await page.getByText(`${en('orders.realised')} · ${en('orders.count', { count: 4 })}`).waitFor()
  })

  test('misses no order that ends while the list is being read', async () => {
    const { page, account, calls, socket } = await phones.open('/order?type=3', { over })
    await cards(page).nth(2).waitFor()
    const answer = calls[ordersPath] as (request: Request) => unknown
    const isRead = Promise.withResolvers<void>()
    calls[ordersPath] = (request: Request) => {
      if (asked([request]).length === 0) return answer(request)
      // The answer without the second order never arrives.
      calls[ordersPath] = answer
      isRead.resolve()
      return new Promise(() => undefined)
    }
    const ended = (Id: number) =>
      orderWire({ Id, Status: 3, CloseReason: 'take_profit', CompleteTime: '2026-11-15T09:00:00.000Z' })
    account.over = [ended(20), ...over]
    await socket.push('FOREX_CLOSED', [20])
    await isRead.promise
    account.over = [ended(21), ended(20), ...over]
    await socket.push('FOREX_CLOSED', [21])
    await cards(page).nth(4).waitFor()
  })

  test('keeps its orders when the user returns from another list', async () => {
    const { page, calls } = await phones.open('/order?type=3', { over })
    await cards(page).nth(2).waitFor()
    await page.getByRole('tab', { name: startingWith(en('orders.tab.open')) }).tap()
    await page.getByText(en('orders.none.open')).waitFor()
    calls[ordersPath] = () => new Promise(() => undefined)
    await page.getByRole('tab', { name: en('orders.tab.history') }).tap()
    await cards(page).nth(2).waitFor()
  })
})

describe('the CSV export of the history', () => {
  test('contains every order of the chosen days exactly as the server returns it', async () => {
    const { page } = await phones.open('/order?type=3&dates=2026-11-12~2026-11-15', { over })
    await cards(page).nth(2).waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), csvButton(page).tap()])
    assert.equal(download.suggestedFilename(), 'openlot-orders-2026-11-12-2026-11-15.csv')
    const lines = (await downloadedText(download)).split('\r\n')
    assert.equal(lines.length, 5)
    assert.match(lines[0] ?? '', /^\ufeffid,parent_id,market,side,/)
    assert.match(lines[2] ?? '', /^11,,XAU\/USD,sell,market,closed,0\.50,.*,-282\.500001,3\.000000,/)
    assert.match(
      lines[3] ?? '',
      /^10,,EUR\/USD,buy,limit,cancelled,.*,2026-11-12T00:00:00\.000Z,insufficient_margin$/,
    )
    await waitForToast(page, en('orders.csv.done', { count: 3 }))
  })

  test('is fetched in large pages, and shows progress until it is cancelled', async () => {
    const held = Promise.withResolvers<void>()
    const { page, calls, made, account } = await phones.open('/order?type=3', { over: many })
    await page.getByText(`${en('orders.realised')} · ${en('orders.count', { count: 250 })}`).waitFor()
    const answer = calls[ordersPath] as (request: Request) => unknown
    calls[ordersPath] = async (request: Request) => {
      if (new URL(request.url()).searchParams.get('page') === '2') await held.promise
      return answer(request)
    }
    let downloads = 0
    page.on('download', () => {
      downloads += 1
    })
    await csvButton(page).tap()
    const progress = page.getByRole('progressbar', { name: en('orders.csv.progress') })
    await progress.and(page.locator('[value="0.4"]')).waitFor()
    await page.getByRole('button', { name: en('orders.csv.stop') }).tap()
    await progress.waitFor({ state: 'detached' })
    held.resolve()
    // The next press starts the download again, and it completes.
    const [download] = await Promise.all([page.waitForEvent('download'), csvButton(page).tap()])
    const text = await downloadedText(download)
    assert.equal(text.split('\r\n').length, account.over.length + 2)
    assert.equal(downloads, 1)
    assert.deepEqual(asked(made(ordersPath)).slice(-3), [
      ['1', '100', null, null],
      ['2', '100', null, null],
      ['3', '100', null, null],
    ])
  })

  test('is not saved if a page fails to load', async () => {
    const { page, calls } = await phones.open(
      '/order?type=3',
      { over: many },
      { phoneOptions: { allowConsoleErrors: true } },
    )
    await page.getByText(`${en('orders.realised')} · ${en('orders.count', { count: 250 })}`).waitFor()
    const answer = calls[ordersPath] as (request: Request) => unknown
    calls[ordersPath] = (request: Request) =>
      new URL(request.url()).searchParams.get('page') === '3' ? aborted : answer(request)
    page.on('download', () => assert.fail('half a history looks like all of it'))
    await csvButton(page).tap()
    await waitForToast(page, en('orders.csv.failed'))
    await csvButton(page).waitFor()
  })

  test('is cut to the newest orders if too long, and says so', async () => {
    const { page, calls } = await phones.open('/order?type=3', { over })
    await cards(page).nth(2).waitFor()
    const row = orderWire({ Status: 3, CompleteTime: '2026-11-12T00:00:00.000Z' })
    calls[ordersPath] = (request: Request) => {
      const number = Number(new URL(request.url()).searchParams.get('page'))
      const data = Array.from({ length: 100 }, (_, at) => ({ ...row, Id: 20_000 - number * 100 - at }))
      return { data, total: 10_001, all_fact_profits: '0.000000', ...someFunds }
    }
    const [download] = await Promise.all([page.waitForEvent('download'), csvButton(page).tap()])
    const text = await downloadedText(download)
    assert.equal(text.split('\r\n').length, 10_002)
    await waitForToast(page, 'newest 10 000 orders', { exact: false })
  })
})

/** Checks that the text contains these parts in this order. */
function assertInOrder(text: string | undefined, parts: readonly string[]): void {
  let at = 0
  for (const part of parts) {
    const found = text?.indexOf(part, at) ?? -1
    assert.notEqual(found, -1, `“${part}” is missing in “${text}”`)
    at = found + part.length
  }
}
