import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { appearances, assertAccessible, doubleTextSize } from '#test/browser/account/account-phones.ts'
import { openDetail } from '#test/browser/orders/detail-page.ts'
import { setUpOrderPhones } from '#test/browser/orders/order-phones.ts'
import { overflowingElements } from '#test/browser/ui/layout-checks.ts'

const phones = setUpOrderPhones()

describe('accessibility of the order detail', () => {
  for (const appearance of appearances)
    test(`${appearance.colorScheme}, ${appearance.locale}`, async () => {
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
        await assertAccessible(page)
      }
      await page.setViewportSize({ width: 320, height: 640 })
      await doubleTextSize(page)
      assert.deepEqual(await overflowingElements(page), [])
    })
})
