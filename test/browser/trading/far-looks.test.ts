import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doubleLetters } from '#test/browser/mine/mine-phones.ts'
import { takeOrderPhones } from '#test/browser/order/order-phones.ts'
import { assertWhole, goTo, openViews, views } from '#test/browser/trading/trading-views.ts'
import { sidewaysFaults } from '#test/browser/ui/layout-faults.ts'

const phones = takeOrderPhones()

test('every view of trading is whole at every width from right to left', async () => {
  await assertWhole(await openViews(phones, { locale: 'ar', colorScheme: 'light' }))
})

test('every view of trading stays on the phone with large letters', async () => {
  const phone = await openViews(phones, { viewport: { width: 320, height: 640 } })
  for (const [name, view] of Object.entries(views)) {
    await goTo(phone, view)
    await doubleLetters(phone.page)
    assert.deepEqual(await sidewaysFaults(phone.page), [], name)
  }
})
