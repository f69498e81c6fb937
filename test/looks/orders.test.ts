import { describe } from 'node:test'
import type { Page } from 'playwright-core'
import {
  choices,
  done,
  goldRow,
  manyPath,
  openCloseMany,
  refused,
} from '#test/browser/orders/close-many-page.ts'
import { openDetail, sheet } from '#test/browser/orders/detail-page.ts'
import { quoteRow, type StubbedAccount, setUpOrderPhones } from '#test/browser/orders/order-phones.ts'
import { testAppearances } from '#test/looks/appearances.ts'
import { assertAccessible, assertFitsLargeText } from '#test/looks/assert-accessible.ts'
import { orderWire, otherMarkets } from '#test/wire/order-fixtures.ts'

const phones = setUpOrderPhones()

const large = { ForexTradeLists: otherMarkets.coin, Quantity: '10000.00', OriginPrice: '191204.00' } as const
const account: Partial<StubbedAccount> = {
  open: [
    orderWire({ Id: 5, FactProfits: '88.500000', TargetLossPrice: '1.08000', TargetProfitPrice: '1.09500' }),
    orderWire({ ...large, Id: 4, OrderType: 2, UpdatePrice: '191304.50', FactProfits: '-1005000.000000' }),
  ],
  pending: [
    orderWire({ Id: 8, OrderKind: 2, Status: 0, OpenTime: null, OriginPrice: '1.07900' }),
    orderWire({ ...large, Id: 7, OrderType: 2, OrderKind: 3, Status: 0, OpenTime: null }),
  ],
  over: [
    orderWire({
      ...large,
      Id: 12,
      Status: 3,
      CloseReason: 'stop_out',
      CompleteTime: '2026-11-15T08:05:00.000Z',
    }),
    orderWire({ Id: 10, Status: 2, OpenTime: null, CloseReason: 'insufficient_margin' }),
  ],
}
const places = ['/order', '/order?type=0', '/order?type=3&dates=2026-11-01~2026-11-30']

const cards = (page: Page) => page.getByRole('tabpanel').getByRole('listitem')

describe('the order screen', () => {
  testAppearances('every tab', async (appearance) => {
    const { page, socket } = await phones.open('/order', account, { phoneOptions: appearance })
    await cards(page).first().waitFor()
    await socket.push('DAY_MARKET', [quoteRow(1.08427, 1.08435, { MarketStatus: 2 })])
    await assertAccessible(page)
    for (const at of [1, 2]) {
      await page.getByRole('tab').nth(at).tap()
      await cards(page).first().waitFor()
      await assertAccessible(page)
    }
    await page.getByRole('combobox').selectOption('own')
    await page.locator('input[type=date]').first().waitFor()
    await assertAccessible(page)
    for (const place of places) {
      await page.goto(place)
      await cards(page).first().waitFor()
      await assertFitsLargeText(page, place)
    }
  })
})

describe('the order detail', () => {
  testAppearances('every step', async (appearance) => {
    const { page } = await openDetail(phones, '/order?id=1012', {}, appearance)
    await assertAccessible(page)
    for (const path of [
      '?id=1012.stops',
      '?id=1012.close',
      '?id=1012.reverse',
      '?type=0&id=1013.edit',
      '?type=0&id=1013.cancel',
      '?type=3&id=1010',
    ]) {
      await page.goto(`/order${path}`)
      await page.locator('[role=dialog] dl, [role=dialog] [role=switch]').first().waitFor()
      await assertAccessible(page, path)
    }
    await assertFitsLargeText(page)
  })
})

describe('closing several orders', () => {
  testAppearances('choice, confirmation and result', async (appearance) => {
    const results = { results: [done(5), refused(4, 'stale_price')] }
    const { page, socket } = await openCloseMany(phones, { [manyPath]: results }, appearance)
    await socket.push('DAY_MARKET', [goldRow(2)])
    await assertAccessible(page)
    await choices(page).getByRole('button').first().tap()
    await assertAccessible(page)
    await assertFitsLargeText(page, 'confirmation')
    await sheet(page).locator('.late-presses button').last().tap()
    await sheet(page).getByRole('status').waitFor()
    await assertFitsLargeText(page, 'result')
  })
})
