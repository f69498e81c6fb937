import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  ann,
  type PhoneSetup,
  settings,
  setUpAuthenticationPhones,
  success,
} from '#test/browser/authentication/authentication-phones.ts'
import { settle } from '#test/browser/ui/settle.ts'
import { testAppearances } from '#test/looks/appearances.ts'
import { assertAccessible, assertFitsLargeText } from '#test/looks/assert-accessible.ts'
import { overflowingElements, smallTargets } from '#test/looks/layout-checks.ts'

const phones = setUpAuthenticationPhones()

type Appearance = NonNullable<PhoneSetup['options']>

const paths = ['/login', '/register', '/forgot', '/mine/password'] as const

/** The form with every error and the captcha visible. */
async function openWithErrors(path: string, options: Appearance): Promise<Page> {
  const isOwn = path.startsWith('/mine')
  const { page } = await phones.open(path, {
    answers: {
      '/api/user/info': success(ann),
      '/api/default/setting': settings({ verify_reg_type: path === '/register' ? 2 : 1, invite_required: 1 }),
      '/api/common/captcha': success({ id: 'one', b64s: picture }),
    },
    storage: isOwn ? { 'openlot.session': 'token-of-ann' } : {},
    options,
  })
  const submit = page.locator('button[type=submit]')
  await submit.waitFor()
  if (path === '/register') await page.locator('main img').waitFor()
  if (!isOwn) {
    await page.getByRole('tab').last().tap()
    await page.locator('[aria-haspopup=dialog]').getByText('+66').waitFor()
  }
  await submit.tap()
  await page.locator('[aria-invalid=true]').first().waitFor()
  await settle(page)
  return page
}

const picture = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" width="120" height="44"/>')}`

async function openAreas(page: Page): Promise<void> {
  await page.locator('[aria-haspopup=dialog]').tap()
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  await settle(page)
}

testAppearances('the authentication screens', async (appearance) => {
  for (const path of paths) {
    // A tall viewport, because axe does not check contrast outside of it.
    const page = await openWithErrors(path, { ...appearance, viewport: { width: 390, height: 1400 } })
    await assertAccessible(page, path)
    if (path === '/login') {
      await openAreas(page)
      await assertAccessible(page, 'area list')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await assertFitsLargeText(page, path)
    assert.deepEqual(await smallTargets(page), [], path)
    if (path !== '/login') continue
    await openAreas(page)
    assert.deepEqual([await overflowingElements(page), await smallTargets(page)], [[], []], 'area list')
  }
})

describe('right to left', () => {
  test('a number and its code read left to right', async () => {
    const page = await openWithErrors('/login', { locale: 'ar' })
    const mobile = page.locator('input[name=mobile]')
    const area = page.locator('[aria-haspopup=dialog]')
    const [code, number] = await Promise.all([area.boundingBox(), mobile.boundingBox()])
    assert.ok(code !== null && number !== null && code.x < number.x)
    for (const name of ['mobile', 'password']) {
      const direction = await page
        .locator(`input[name=${name}]`)
        .evaluate((at) => getComputedStyle(at).direction)
      assert.equal(direction, 'ltr', name)
    }
  })
})
