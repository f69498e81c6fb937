import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  ann,
  areas,
  type PhoneSetup,
  settings,
  setUpAuthenticationPhones,
  success,
} from '#test/browser/authentication/authentication-phones.ts'
import { doubleTextSize } from '#test/browser/markets/market-phones.ts'
import { axeViolations } from '#test/browser/ui/axe-violations.ts'
import { overflowingElements, smallTargets } from '#test/browser/ui/layout-checks.ts'
import { settle } from '#test/browser/ui/settle.ts'

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

describe('the authentication screens pass axe, fit the width and have 44 px targets', () => {
  const appearances: readonly Appearance[] = [
    { colorScheme: 'dark', locale: 'en' },
    { colorScheme: 'light', locale: 'zh-HK' },
    { colorScheme: 'light', locale: 'ar' },
  ]
  for (const appearance of appearances) {
    test(`in ${appearance.colorScheme}, ${appearance.locale}, also at 320 px and with double text size`, async () => {
      for (const path of paths) {
        // A tall viewport, because axe does not check contrast outside of it.
        const page = await openWithErrors(path, { ...appearance, viewport: { width: 390, height: 1400 } })
        assert.deepEqual(await axeViolations(page), [], path)
        if (path === '/login') {
          await openAreas(page)
          assert.deepEqual(await axeViolations(page), [], 'area list')
          await page.keyboard.press('Escape')
          await page.getByRole('dialog').waitFor({ state: 'detached' })
        }
        await page.setViewportSize({ width: 320, height: 640 })
        await settle(page)
        assert.deepEqual([await overflowingElements(page), await smallTargets(page)], [[], []], path)
        await doubleTextSize(page)
        assert.deepEqual(await overflowingElements(page), [], `${path}, twice the size`)
        if (path !== '/login') continue
        await openAreas(page)
        assert.deepEqual([await overflowingElements(page), await smallTargets(page)], [[], []], 'area list')
      }
    })
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

describe('the area list', () => {
  test('opens at once with every area', async () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const many = letters.flatMap((first) =>
      letters.slice(0, 10).map((second, at) => ({
        id: 1000 + first.charCodeAt(0) * 100 + at,
        code: `${first}${second}`,
        global_code: String(100 + at),
      })),
    )
    const { page } = await phones.open('/login', {
      answers: { '/api/default/area_list': success([...areas, ...many.slice(0, 236)]) },
    })
    await page.getByRole('tab').last().tap()
    await page.locator('[aria-haspopup=dialog]').getByText('+66').waitFor()
    await page.locator('[aria-haspopup=dialog]').tap()
    const rows = page.getByRole('dialog').getByRole('listitem')
    await rows.first().waitFor()
    assert.equal(await rows.count(), 240)
    // Only rows near the viewport are laid out, which keeps the list fast on slow phones.
    const skipped = await rows
      .last()
      .evaluate((row) => !row.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }))
    assert.equal(skipped, true)
  })
})
