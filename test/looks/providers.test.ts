import { stubCalls } from '#test/browser/account/stub-calls.ts'
import { exampleProviders } from '#test/browser/markets/example-providers.ts'
import { setUpStubbedPhones } from '#test/browser/stubbed-phones.ts'
import { testAllAppearances } from '#test/looks/appearances.ts'
import { assertAccessible, assertFitsLargeText, usualTextSize } from '#test/looks/assert-accessible.ts'
import { savePicture } from '#test/looks/save-picture.ts'

const phones = setUpStubbedPhones()

testAllAppearances('the search of providers and the details of one', async (appearance) => {
  const { colorScheme, locale, viewport } = appearance
  const { page } = await phones.create({ colorScheme, locale, ...(viewport ? { viewport } : {}) })
  await stubCalls(page, {
    '/api/company/getCompanyStatus': { status: 0, loss_url: '', main_company: 1 },
    '/api/company/getCompany': exampleProviders,
  })
  await page.goto('/product')
  const first = page.getByRole('button').filter({ hasText: exampleProviders[0].name })
  await first.waitFor()
  await assertAccessible(page, 'list')
  await savePicture(page, 'providers', appearance)
  await assertFitsLargeText(page, 'list')
  await usualTextSize(page)
  await first.tap()
  await page.getByRole('dialog').locator('dd').last().waitFor()
  await assertAccessible(page, 'details')
  await savePicture(page, 'provider', appearance)
})
