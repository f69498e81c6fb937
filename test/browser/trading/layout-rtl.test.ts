import { test } from 'node:test'
import { takeOrderPhones } from '#test/browser/orders/order-phones.ts'
import { assertWhole, openViews } from '#test/browser/trading/trading-views.ts'

const phones = takeOrderPhones()

test('every trading view fits every width from right to left', async () => {
  await assertWhole(await openViews(phones, { locale: 'ar', colorScheme: 'light' }))
})
