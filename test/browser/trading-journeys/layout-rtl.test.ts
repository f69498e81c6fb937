import { test } from 'node:test'
import { setUpOrderPhones } from '#test/browser/orders/order-phones.ts'
import { assertFits, openViews } from '#test/browser/trading-journeys/trading-views.ts'

const phones = setUpOrderPhones()

test('every trading view fits every width from right to left', async () => {
  await assertFits(await openViews(phones, { locale: 'ar', colorScheme: 'light' }))
})
