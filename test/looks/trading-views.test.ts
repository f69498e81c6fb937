import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setUpOrderPhones } from '#test/browser/orders/order-phones.ts'
import { testAppearances } from '#test/looks/appearances.ts'
import { assertAccessible } from '#test/looks/assert-accessible.ts'
import { assertFits, goTo, openViews, views } from '#test/looks/trading-views.ts'

const phones = setUpOrderPhones()

testAppearances('every trading view fits every width', async (appearance) => {
  await assertFits(await openViews(phones, appearance))
})

describe('views without another accessibility test', () => {
  for (const name of ['an invalid ticket', 'an order that was filled', 'closing an order']) {
    test(`${name} passes axe, dark and light`, async () => {
      const phone = await openViews(phones, { viewport: { width: 320, height: 640 } })
      const view = views[name]
      assert.ok(view)
      await goTo(phone, view)
      for (const colorScheme of ['dark', 'light'] as const) {
        await phone.page.emulateMedia({ colorScheme })
        await assertAccessible(phone.page)
      }
    })
  }
})
