import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setUpOrderPhones } from '#test/browser/orders/order-phones.ts'
import { settle } from '#test/browser/ui/settle.ts'
import { testAppearances } from '#test/looks/appearances.ts'
import { assertAccessible } from '#test/looks/assert-accessible.ts'
import { axeViolations, rulesOfTheme } from '#test/looks/axe-violations.ts'
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
      await phone.page.emulateMedia({ colorScheme: 'dark' })
      await assertAccessible(phone.page)
      await phone.page.emulateMedia({ colorScheme: 'light' })
      await settle(phone.page)
      assert.deepEqual(await axeViolations(phone.page, { rules: rulesOfTheme }), [])
    })
  }
})
