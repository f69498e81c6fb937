import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertSound, doubleLetters, looks } from '#test/browser/account/account-phones.ts'
import { openDetail } from '#test/browser/orders/detail-page.ts'
import { takeOrderPhones } from '#test/browser/orders/order-phones.ts'
import { sidewaysFaults } from '#test/browser/ui/layout-checks.ts'

const phones = takeOrderPhones()

describe('accessibility of the order detail', () => {
  for (const look of looks)
    test(`${look.colorScheme}, ${look.locale}`, async () => {
      const { page } = await openDetail(phones, '/order?id=1012', {}, look)
      await assertSound(page)
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
        await assertSound(page)
      }
      await page.setViewportSize({ width: 320, height: 640 })
      await doubleLetters(page)
      assert.deepEqual(await sidewaysFaults(page), [])
    })
})
