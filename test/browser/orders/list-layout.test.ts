import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  appearances,
  assertAccessible,
  doubleTextSize,
  ordersPath,
} from '#test/browser/account/account-phones.ts'
import { quoteRow, type StubbedAccount, setUpOrderPhones } from '#test/browser/orders/order-phones.ts'
import { boxOf } from '#test/browser/ui/box-of.ts'
import { overflowingElements } from '#test/browser/ui/layout-checks.ts'
import { en } from '#test/browser/words.ts'
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
  for (const appearance of appearances) {
    const width = 'viewport' in appearance ? appearance.viewport.width : 390
    test(`passes axe and fits in ${appearance.locale}, ${appearance.colorScheme}, ${width} px`, async () => {
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
    })
  }

  for (const place of places) {
    test(`fits the width with large text at ${place}`, async () => {
      const { page } = await phones.open(place, account, {
        phoneOptions: { viewport: { width: 320, height: 640 } },
      })
      await cards(page).first().waitFor()
      await doubleTextSize(page)
      assert.deepEqual(await overflowingElements(page), [])
    })
  }

  test('shows its layout before the data arrives, without a layout shift', async () => {
    const held = Promise.withResolvers<void>()
    const { page, calls } = await phones.open('/order', account)
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
})
