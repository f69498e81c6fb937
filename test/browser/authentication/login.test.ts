import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  ann,
  annsSession,
  areas,
  demoSession,
  descriptionOf,
  type Envelope,
  formOf,
  placeOf,
  refusal,
  settings,
  setUpAuthenticationPhones,
  storedItem,
  success,
  waitForFocus,
} from '#test/browser/authentication/authentication-phones.ts'
import { showPageAgain } from '#test/browser/show-page.ts'
import { shownToasts } from '#test/browser/toasts.ts'
import { boxOf } from '#test/browser/ui/box-of.ts'
import { en, serverEn, startingWith, wildcard } from '#test/browser/words.ts'

const phones = setUpAuthenticationPhones()

const login = '/api/user/loginForU'
const demo = '/api/user/createAccountDemoForU'
const setting = '/api/default/setting'
const areaList = '/api/default/area_list'

const email = (page: Page) => page.getByLabel(en('entry.email'))
const mobile = (page: Page) => page.getByLabel(en('entry.mobile'), { exact: true })
const password = (page: Page) => page.getByLabel(en('entry.password'), { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: en('entry.login.submit'), exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const area = (page: Page) => page.getByRole('button', { name: startingWith(en('entry.area.title')) })
/** Matches the name of the button that shows the country and any dialling code. */
const areaButton = (country: string) => wildcard(en('entry.area.chosen', { country, code: '*' }))

async function fill(page: Page): Promise<void> {
  await email(page).fill(' Ann.Lee@example.com')
  await password(page).fill('kestrel 7')
}

describe('the login', () => {
  test('reports each missing field and focuses the first', async () => {
    const { page, calls } = await phones.open('/login')
    await submit(page).tap()
    await waitForFocus(email(page))
    assert.equal(await descriptionOf(email(page)), en('entry.error.account'))
    assert.equal(await descriptionOf(password(page)), en('entry.error.password'))
    await email(page).fill('a')
    assert.equal(await descriptionOf(email(page)), '')
    await submit(page).tap()
    await waitForFocus(password(page))
    assert.deepEqual([calls(login).length, await shownToasts(page)], [0, []])
  })

  test('submits the form on Enter and continues to the requested screen', async () => {
    const { page, calls } = await phones.open('/login?from=%2Ffeedback%3Fa%3D1', {
      answers: { [login]: success(annsSession, en('system.login.good')) },
    })
    await fill(page)
    await password(page).press('Enter')
    await page.waitForURL(/\/feedback\?a=1$/)
    const [request] = calls(login)
    assert.match(request?.headers()['content-type'] ?? '', /x-www-form-urlencoded/)
    assert.deepEqual(formOf(request), {
      account: 'ann.lee@example.com',
      password: 'kestrel 7',
      login_type: '1',
    })
    assert.equal(await storedItem(page, 'openlot.session'), 'token-of-ann')
    assert.deepEqual(await shownToasts(page), [en('system.login.good')])
    assert.equal(await page.evaluate(() => history.length), 2, 'Back skips the login')
  })

  test('shows a refusal once, under the password, and keeps the input', async () => {
    const { page } = await phones.open('/login', {
      answers: { [login]: refusal('wrong_credentials', serverEn('reason.wrong_credentials')) },
    })
    await fill(page)
    await submit(page).tap()
    await waitForFocus(password(page))
    assert.equal(await descriptionOf(password(page)), serverEn('reason.wrong_credentials'))
    assert.deepEqual(await shownToasts(page), [])
    assert.deepEqual(
      [await email(page).inputValue(), await password(page).inputValue()],
      // The browser trims the value of an email input.
      ['Ann.Lee@example.com', 'kestrel 7'],
    )
    await password(page).press('End')
    await password(page).press('7')
    assert.equal(await descriptionOf(password(page)), '')
  })

  test('clears the errors of the email tab on the mobile tab', async () => {
    const { page } = await phones.open('/login', {
      answers: { [login]: refusal('wrong_credentials', serverEn('reason.wrong_credentials')) },
    })
    await fill(page)
    await submit(page).tap()
    await waitForFocus(password(page))
    await tab(page, en('entry.channel.mobile')).tap()
    assert.equal(await descriptionOf(password(page)), '')
  })

  test('shows a refusal that concerns no field in a toast', async () => {
    const { page } = await phones.open('/login', { answers: { [login]: refusal('busy', 'In a moment.') } })
    await fill(page)
    await submit(page).tap()
    await page.getByText('In a moment.').waitFor()
    assert.equal(await page.locator('[aria-invalid=true]').count(), 0)
  })

  test('is sent once on repeated presses, and shows its progress', async () => {
    const held = Promise.withResolvers<Envelope>()
    const { page, calls } = await phones.open('/login', { answers: { [login]: () => held.promise } })
    await fill(page)
    await submit(page).dblclick()
    await password(page).press('Enter')
    await page.locator('button[aria-busy=true]').waitFor()
    assert.equal(await page.getByRole('button', { name: en('entry.demo.open') }).isDisabled(), true)
    held.resolve(refusal('wrong_credentials', 'No'))
    await page.locator('button[aria-busy=true]').waitFor({ state: 'detached' })
    assert.equal(calls(login).length, 1)
  })

  test('sets the autocomplete hints for password managers', async () => {
    const { page } = await phones.open('/login')
    assert.equal(await email(page).getAttribute('autocomplete'), 'username')
    assert.equal(await password(page).getAttribute('autocomplete'), 'current-password')
    await tab(page, en('entry.channel.mobile')).tap()
    assert.equal(await mobile(page).getAttribute('autocomplete'), 'tel-national')
  })
})

describe('a mobile number', () => {
  test('starts with the second area of the list, and is sent as digits with its code', async () => {
    const { page, calls } = await phones.open('/login')
    await tab(page, en('entry.channel.mobile')).tap()
    await page.getByRole('button', { name: areaButton('Thailand') }).waitFor()
    await mobile(page).fill('081-234 5678')
    await password(page).fill('kestrel 7')
    const sent = page.waitForRequest(/loginForU/)
    await submit(page).tap()
    await sent
    assert.deepEqual(formOf(calls(login)[0]), {
      account: '660812345678',
      password: 'kestrel 7',
      login_type: '2',
    })
  })

  for (const [typed, country] of [
    ['germ', 'Germany'],
    ['ci', 'Côte d’Ivoire'],
    ['+65', 'Singapore'],
  ] as const) {
    test(`finds its area by “${typed}”, and keeps the input`, async () => {
      const { page } = await phones.open('/login')
      await tab(page, en('entry.channel.mobile')).tap()
      await mobile(page).fill('123456')
      await area(page).tap()
      await page.getByLabel(en('entry.area.search')).fill(typed)
      const rows = page.getByRole('dialog').getByRole('listitem')
      await rows.nth(1).waitFor({ state: 'detached' })
      await rows.first().tap()
      await page.getByRole('button', { name: areaButton(country) }).waitFor()
      assert.equal(await mobile(page).inputValue(), '123456')
    })
  }

  test('reports an empty and a failed area search, and retries', async () => {
    const { page, answer } = await phones.open('/login', {
      answers: { [areaList]: 'nothing' },
      allowConsoleErrors: true,
    })
    await tab(page, en('entry.channel.mobile')).tap()
    await mobile(page).fill('812345678')
    await password(page).fill('x')
    await submit(page).tap()
    await waitForFocus(mobile(page))
    assert.equal(await descriptionOf(mobile(page)), en('entry.error.area'))
    await area(page).tap()
    await page.getByText(en('entry.area.failed')).waitFor()
    answer(areaList, success([{ id: 1, code: 'JP', global_code: '81' }]))
    await page.getByRole('button', { name: en('app.failed.retry') }).tap()
    await page.getByRole('dialog').getByText('Japan').waitFor()
    await page.getByLabel(en('entry.area.search')).fill('xyz')
    await page.getByRole('dialog').getByText(en('entry.area.none'), { exact: true }).last().waitFor()
  })

  test('lists countries in the language of the app', async () => {
    const { page } = await phones.open('/login', { options: { locale: 'zh-HK' } })
    await page.getByRole('tab').last().tap()
    await page.locator('[aria-haspopup=dialog]').tap()
    await page.getByRole('dialog').getByText('德國').waitFor()
    assert.deepEqual(await page.getByRole('dialog').getByRole('listitem').allTextContents(), [
      '泰國+66',
      '科特迪瓦+225',
      '新加坡+65',
      '德國+49',
    ])
  })

  test('is hidden when switched off, without a layout shift', async () => {
    const held = Promise.withResolvers<Envelope>()
    const { page, answer, calls } = await phones.open('/login', {
      answers: { [setting]: () => held.promise },
    })
    await tab(page, en('entry.channel.mobile')).tap()
    await mobile(page).fill('812')
    const before = await boxOf(password(page))
    held.resolve(success(0))
    await tab(page, en('entry.channel.mobile')).waitFor({ state: 'detached' })
    assert.deepEqual(await boxOf(password(page)), before)
    await email(page).waitFor()
    // The setting is fetched again when the page becomes visible.
    answer(setting, settings({ is_show_mobile: 1 }))
    await showPageAgain(page)
    await mobile(page).waitFor()
    assert.equal(await mobile(page).inputValue(), '812')
    assert.equal(calls(setting).length, 2)
  })

  test('is offered until the setting is known', async () => {
    const { page } = await phones.open('/login', {
      answers: { [setting]: 'nothing' },
      allowConsoleErrors: true,
    })
    await page.waitForLoadState('networkidle')
    assert.equal(await tab(page, en('entry.channel.mobile')).count(), 1)
    assert.deepEqual(await shownToasts(page), [])
  })
})

describe('the demo account', () => {
  const open = (page: Page) => page.getByRole('button', { name: en('entry.demo.open') })

  test('is opened at once, with a key stored on the device', async () => {
    const { page, calls } = await phones.open('/login?from=%2Ffeedback', {
      answers: { [demo]: success(demoSession) },
    })
    await page.getByText(en('entry.demo.text')).waitFor()
    await open(page).tap()
    await page.waitForURL(/\/feedback$/)
    const key = await storedItem(page, 'openlot.demo_id')
    assert.match(key ?? '', /^[0-9a-f]{32}$/)
    assert.deepEqual([calls(demo)[0]?.method(), calls(demo)[0]?.postDataJSON()], ['POST', { demo_id: key }])
    assert.equal(await storedItem(page, 'openlot.session'), 'token-of-demo')
  })

  test('reopens with the same key', async () => {
    const key = '0f'.repeat(16)
    const { page, calls } = await phones.open('/login?from=%2Ffeedback', {
      answers: { [demo]: success(demoSession) },
      storage: { 'openlot.demo_id': key },
    })
    await open(page).tap()
    await page.waitForURL(/\/feedback$/)
    assert.deepEqual(calls(demo)[0]?.postDataJSON(), { demo_id: key })
  })

  test('can be opened after a failed attempt', async () => {
    const { page, answer } = await phones.open('/login?from=%2Ffeedback', {
      answers: { [demo]: refusal('busy', 'In a moment.') },
    })
    await open(page).tap()
    await page.getByText('In a moment.').waitFor()
    answer(demo, success(demoSession))
    await open(page).tap()
    await page.waitForURL(/\/feedback$/)
  })

  test('continues to the requested screen, and can log in to a real account', async () => {
    const { page, calls } = await phones.open('/login?from=%2Ffeedback', {
      answers: { '/api/user/info': success(demoSession.user), [login]: success(annsSession) },
      storage: { 'openlot.session': 'token-of-demo' },
    })
    await page.getByRole('button', { name: en('entry.demo.continue') }).waitFor()
    await fill(page)
    await submit(page).tap()
    await page.waitForURL(/\/feedback$/)
    assert.deepEqual([calls(demo).length, await storedItem(page, 'openlot.session')], [0, 'token-of-ann'])
  })
})

describe('the links of the login', () => {
  test('keep the requested screen and the input', async () => {
    const { page } = await phones.open('/login?from=%2Forder%3Ftype%3D3')
    await email(page).fill('ann@example.com')
    await page.getByRole('link', { name: en('entry.login.forgot') }).tap()
    await page.locator('[data-screen=forgot]').waitFor()
    assert.equal(placeOf(page), '/forgot?from=%2Forder%3Ftype%3D3')
    assert.equal(await email(page).inputValue(), 'ann@example.com')
    await page.getByRole('link', { name: en('control.back') }).tap()
    await page.locator('[data-screen=login]').waitFor()
    await email(page).fill('bob@example.com')
    await page.getByRole('link', { name: en('entry.login.register') }).tap()
    await page.locator('[data-screen=register]').waitFor()
    assert.equal(placeOf(page), '/register?from=%2Forder%3Ftype%3D3')
    assert.equal(await email(page).inputValue(), 'bob@example.com')
    await page.getByRole('link', { name: en('entry.login.submit') }).tap()
    await page.locator('[data-screen=login]').waitFor()
    assert.equal(placeOf(page), '/login?from=%2Forder%3Ftype%3D3')
  })

  for (const path of ['/login', '/register']) {
    test(`${path} reports an existing session and continues`, async () => {
      const { page } = await phones.open(`${path}?from=%2Ffeedback`, {
        answers: { '/api/user/info': success(ann) },
        storage: { 'openlot.session': 'token-of-ann' },
      })
      await page
        .getByText(
          en('entry.in.text', { account: '' })
            .trim()
            .replace(/\s*\.$/, ''),
        )
        .waitFor()
      assert.equal(await page.locator('form').count(), 0)
      await page.getByRole('link', { name: en('entry.in.continue') }).tap()
      await page.waitForURL(/\/feedback$/)
    })
  }
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
