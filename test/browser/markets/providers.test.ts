// /product in main-company mode, and what the chosen provider changes when the app starts.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page, Request } from 'playwright-core'
import { type StubbedCalls, stubCalls } from '#test/browser/account/stub-calls.ts'
import { assertInert, hostileMarkdown, hostileNames } from '#test/browser/hostile-texts.ts'
import { exampleProviders } from '#test/browser/markets/example-providers.ts'
import { setUpStubbedPhones } from '#test/browser/stubbed-phones.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import { en } from '#test/browser/words.ts'

const phones = setUpStubbedPhones()
const statusPath = '/api/company/getCompanyStatus'
const searchPath = '/api/company/getCompany'
const good = { status: 0, loss_url: '', main_company: 1 }
const [northway] = exampleProviders

async function open(path: string, calls: StubbedCalls = {}, chosen?: number) {
  const { page } = await phones.create({})
  if (chosen !== undefined)
    await page.context().addCookies([{ name: 'company', value: String(chosen), url: phones.address() }])
  const requestsTo = await stubCalls(page, {
    [statusPath]: good,
    [searchPath]: (request: Request) => {
      const name = new URL(request.url()).searchParams.get('name') ?? ''
      return exampleProviders.filter((provider) => provider.name.toLowerCase().includes(name.toLowerCase()))
    },
    ...calls,
  })
  await page.goto(path)
  return { page, requestsTo }
}

const field = (page: Page) => page.getByRole('textbox', { name: en('providers.field') })
const sheetOf = (page: Page) => page.getByRole('dialog')
const rows = (page: Page) => page.getByRole('list', { name: en('providers.results') }).getByRole('button')

/** Language and direction of each element. */
async function languagesOf(elements: Locator): Promise<readonly string[]> {
  return await elements.evaluateAll((all) =>
    all.map((element) => `${element.getAttribute('lang')} ${element.getAttribute('dir')}`),
  )
}

async function companyCookie(page: Page, url = page.url()) {
  return (await page.context().cookies(url)).find(({ name }) => name === 'company')
}

describe('/product in main-company mode', () => {
  test('searches providers, shows one and keeps the choice', async () => {
    const { page, requestsTo } = await open('/product')
    await rows(page).nth(2).waitFor()
    await field(page).fill('nor')
    await page.getByText(en('providers.count', { count: 1 })).waitFor({ state: 'attached' })
    assert.equal(await rows(page).count(), 1)
    await field(page).fill('100%')
    await page.getByText(en('providers.none_text', { text: '100%' })).waitFor()
    await field(page).fill('')
    await rows(page).first().tap()
    const sheet = sheetOf(page)
    assert.deepEqual(await sheet.locator('dd').allTextContents(), [
      northway.subject,
      northway.email,
      northway.url,
      northway.location,
      northway.registered_address,
    ])
    const website = sheet.getByRole('link', { name: northway.url })
    assert.deepEqual(
      [
        await website.getAttribute('href'),
        await website.getAttribute('rel'),
        await website.getAttribute('target'),
      ],
      [northway.url, 'noopener noreferrer', '_blank'],
    )
    const email = sheet.getByRole('link', { name: northway.email })
    assert.equal(await email.getAttribute('href'), `mailto:${northway.email}`)
    await sheet.getByRole('button', { name: en('providers.choose') }).tap()
    await waitForToast(page, en('providers.done', { name: northway.name }))
    const cookie = await companyCookie(page)
    assert.ok(cookie)
    assert.deepEqual(
      [cookie.value, cookie.path, cookie.sameSite, cookie.secure, cookie.domain],
      [String(northway.id), '/', 'Lax', false, new URL(page.url()).hostname],
    )
    // Chromium keeps no cookie for longer than 400 days. It is written again at each visit.
    assert.ok(cookie.expires - Date.now() / 1000 > 399 * 86_400)
    await rows(page).first().getByText(en('providers.chosen')).waitFor()
    await page.reload()
    await rows(page).first().getByText(en('providers.chosen')).waitFor()
    assert.deepEqual(
      requestsTo(statusPath).map((request) => new URL(request.url()).searchParams.get('id')),
      ['0', String(northway.id)],
    )
    await rows(page).nth(1).tap()
    await sheet.getByRole('button', { name: en('providers.choose') }).tap()
    await rows(page).nth(1).getByText(en('providers.chosen')).waitFor()
    assert.equal(await page.getByText(en('providers.chosen'), { exact: true }).count(), 1)
  })

  test('shows texts in their own language', async () => {
    const { page } = await open('/product')
    const texts = rows(page).locator('bdi')
    await texts.first().waitFor()
    assert.deepEqual(await languagesOf(texts), [
      ...Array(2).fill('en ltr'),
      'zh-Hant-HK ltr',
      ...Array(2).fill('en ltr'),
      ...Array(2).fill('ar rtl'),
    ])
    await rows(page).last().tap()
    const details = sheetOf(page).locator('h2 bdi, dd bdi')
    assert.deepEqual(await languagesOf(details), Array(3).fill('ar rtl'))
  })

  test('closes the details by the back button, and reports a failed search', async () => {
    const { page } = await open('/product')
    await rows(page).first().tap()
    await sheetOf(page).waitFor()
    await page.goBack()
    await sheetOf(page).waitFor({ state: 'detached' })
    await page.unrouteAll()
    await stubCalls(page, { [searchPath]: { refused: 'No.' } })
    await field(page).fill('x')
    await page.getByText(en('providers.failed')).waitFor()
  })

  test('shows hostile texts as texts, and links only addresses', async () => {
    const hostile = hostileNames.map((name, at) => ({
      ...{
        id: at + 1,
        name,
        // A language that the app does not know, too.
        language: ['en', 'ar', 'xx', name][at] ?? name,
        logo: 'https://foreign.example/a.png',
        url: 'javascript:window.wasInjected=true',
      },
      ...{
        subject: hostileMarkdown,
        registered_address: name,
        location: hostileMarkdown,
        email: `"${name}"@a.b`,
      },
    }))
    const { page } = await open('/product', { [searchPath]: hostile })
    for (const at of hostile.keys()) {
      await rows(page).nth(at).tap()
      await sheetOf(page)
        .getByText(hostileNames[at] ?? '')
        .first()
        .waitFor()
      assert.equal(await sheetOf(page).getByRole('link').count(), 0)
      await assertInert(page)
      await sheetOf(page)
        .getByRole('button', { name: en('providers.choose') })
        .tap()
      await waitForToast(page, en('providers.done', { name: hostileNames[at] ?? '' }))
      await assertInert(page)
      await sheetOf(page).waitFor({ state: 'detached' })
    }
  })

  test('searches markets while the mode is off, or unknown because the server cannot be asked', async () => {
    for (const answer of [{ ...good, main_company: 0 }, { refused: 'No.' }]) {
      const { page, requestsTo } = await open('/product', { [statusPath]: answer })
      await page
        .getByRole('textbox', { name: en('product.field') })
        .and(page.locator(':focus'))
        .waitFor()
      assert.equal(requestsTo(searchPath).length, 0)
    }
  })
})

describe('at the start of the app', () => {
  test('no screen waits for the base settings or the standing of the provider', async () => {
    const { page, requestsTo } = await open('/', {
      [statusPath]: () => new Promise(() => undefined),
      '/api/basicSet/getBasicInfo': () => new Promise(() => undefined),
    })
    await page.getByRole('link', { name: en('home.search') }).waitFor()
    await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
    await page.getByRole('link', { name: en('home.search') }).tap()
    await page.locator('[data-screen=product] [aria-busy=true]').waitFor()
    assert.deepEqual([requestsTo(statusPath).length, requestsTo('/api/basicSet/getBasicInfo').length], [1, 1])
  })

  test('users of a provider that is not in good standing are sent to its address', async () => {
    const { page } = await phones.create({})
    await page.context().addCookies([{ name: 'company', value: '7', url: phones.address() }])
    const asked: string[] = []
    await page.route('https://notice.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Closed</title>' }),
    )
    await stubCalls(page, {
      [statusPath]: (request: Request) => {
        asked.push(new URL(request.url()).search)
        return { ...good, status: 2, loss_url: 'https://notice.example/closed?x=1' }
      },
    })
    await page.goto('/').catch(() => undefined)
    await page.waitForURL('https://notice.example/closed?x=1')
    assert.match(asked[0] ?? '', /id=7(&|$)/)
  })

  test('the app stays for an address that is not encrypted, is invalid, or is its own', async () => {
    for (const loss_url of [
      `${phones.address()}/closed`,
      'http://notice.example/',
      'javascript:window.wasInjected=true',
      '//notice.example',
      'https://a@b.example',
    ]) {
      const { page } = await open('/product', { [statusPath]: { ...good, status: 2, loss_url } }, 7)
      await rows(page).first().waitFor()
      assert.equal(page.url(), `${phones.address()}/product`)
      await assertInert(page)
    }
  })

  test('the choice is shared with the other sites of the domain if the API is on one of them', async () => {
    const { page, requestsTo } = await chooseAt('subdomain')
    assert.ok(requestsTo(statusPath)[0]?.url().startsWith('https://api.openlot.test/'))
    const cookie = await companyCookie(page, 'https://api.openlot.test/')
    assert.deepEqual(
      [cookie?.domain, cookie?.value, cookie?.secure],
      ['.openlot.test', String(northway.id), true],
    )
  })

  test('the newer choice replaces one of another scope, which browsers would list before it', async () => {
    for (const [mode, earlier, expected] of [
      ['same', '.openlot.test', 'm.openlot.test'],
      ['same', '.m.openlot.test', 'm.openlot.test'],
      ['subdomain', 'm.openlot.test', '.openlot.test'],
    ] as const) {
      const { page } = await chooseAt(mode, earlier)
      const cookies = await page.context().cookies('https://m.openlot.test/')
      assert.deepEqual(
        cookies.filter(({ name }) => name === 'company').map(({ domain, value }) => [domain, value]),
        [[expected, String(northway.id)]],
        `${mode} after ${earlier}`,
      )
      await page.reload()
      await rows(page).first().getByText(en('providers.chosen')).waitFor()
    }
  })

  /** Chooses the first provider at `m.openlot.test`. An earlier choice is in a cookie of another domain. */
  async function chooseAt(mode: 'same' | 'subdomain', earlier?: string) {
    const { page } = await phones.create({})
    if (earlier !== undefined)
      await page
        .context()
        .addCookies([{ name: 'company', value: '7', domain: earlier, path: '/', secure: true }])
    await page.routeWebSocket(/openlot\.test/, () => undefined)
    await page.route('https://m.openlot.test/**', async (route) => {
      const { pathname } = new URL(route.request().url())
      const response = await route.fetch({ url: `${phones.address()}${pathname}` })
      if (!(response.headers()['content-type'] ?? '').includes('html'))
        return await route.fulfill({ response })
      const body = (await response.text()).replace('api-host" content="same"', `api-host" content="${mode}"`)
      // The server allows the connection to the API host itself.
      await route.fulfill({ contentType: 'text/html', body })
    })
    const requestsTo = await stubCalls(page, { [statusPath]: good, [searchPath]: exampleProviders })
    await page.goto('https://m.openlot.test/product')
    await rows(page).first().tap()
    await sheetOf(page)
      .getByRole('button', { name: en('providers.choose') })
      .tap()
    await rows(page).first().getByText(en('providers.chosen')).waitFor()
    return { page, requestsTo }
  }
})
