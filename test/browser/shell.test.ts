import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { connectionAlert } from '#test/browser/connection-banner.ts'
import { waitForRequests } from '#test/browser/markets/market-phones.ts'
import { createPhone, openBrowser, type Phone } from '#test/browser/phone.ts'
import { type ServedApp, serveApp } from '#test/browser/served-app.ts'
import { en } from '#test/browser/words.ts'

/**
 * Limits for the compressed size of everything that the first page loads. Raise a limit only with a reason in the
 * commit message. Answers of calls have their own limit, because they vary with prices.
 */
const budgetBytes = { files: 118_250, answers: 19_000 }

let browser: Browser
let app: ServedApp
let phones: Phone[] = []

before(async () => {
  browser = await openBrowser()
  app = await serveApp()
})

/** No page of any test may report a problem. */
afterEach(async () => {
  const problems = phones.flatMap((phone) => phone.problems)
  for (const phone of phones) await phone.close()
  phones = []
  assert.deepEqual(problems, [])
})

after(async () => {
  await browser.close()
  await app.stop()
})

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const phone = await createPhone(browser, options)
  phones.push(phone)
  await goTo(phone.page, path)
  return phone.page
}

async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(`${app.address}${path}`)
  await page.locator('h1:visible').waitFor()
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
}

const pathOf = (page: Page) => page.url().slice(app.address.length)
const tabsOf = (page: Page) => page.getByRole('navigation').getByRole('link').allTextContents()

describe('the shell', () => {
  test('opens on the markets with the five tabs in order', async () => {
    const page = await open('/')
    assert.deepEqual(await tabsOf(page), [
      en('tab.documentary'),
      en('tab.orders'),
      en('tab.markets'),
      en('tab.ranking'),
      en('tab.trade'),
    ])
    assert.equal(await page.locator('[aria-current=page]').textContent(), en('tab.markets'))
    assert.equal(await page.title(), `${en('title.home')} · ${en('app.name')}`)
  })

  test('shows the tab bar on the main screens only, with no active tab on /news', async () => {
    const page = await open('/news')
    assert.deepEqual([(await tabsOf(page)).length, await page.locator('[aria-current=page]').count()], [5, 0])
    for (const [path, lit] of [
      ['/trade', en('tab.trade')],
      ['/rank', en('tab.ranking')],
      ['/documentary', en('tab.documentary')],
    ] as const) {
      await goTo(page, path)
      assert.equal(await page.locator('[aria-current=page]').textContent(), lit)
    }
    await goTo(page, '/product')
    assert.deepEqual(await tabsOf(page), [])
  })

  test('redirects visitors of a guarded screen to the login, which keeps the target', async () => {
    assert.equal(pathOf(await open('/order?type=3')), '/login?from=%2Forder%3Ftype%3D3')
    assert.equal(pathOf(await open('/mine')), '/login?from=%2Fuser')
  })

  test('shows that a screen does not exist yet, and links back', async () => {
    const page = await open('/')
    await page.getByRole('link', { name: en('tab.ranking') }).click()
    await page.getByText(en('unbuilt.text', { screen: en('title.rank') })).waitFor()
    await page.getByRole('link', { name: en('unbuilt.back') }).click()
    await page.locator('[data-screen=home]').waitFor()
    assert.equal(pathOf(page), '/')
  })

  test('links home from an unknown URL, and goes back even when it was opened there', async () => {
    const page = await open('/nowhere')
    await page.getByRole('link', { name: en('not_found.home') }).click()
    await page.getByRole('navigation').waitFor()
    const direct = await open('/feedback')
    await direct.getByRole('link', { name: en('control.back') }).click()
    await direct.getByRole('navigation').waitFor()
    assert.equal(pathOf(direct), '/')
  })

  test('keeps the main screens alive: the same element returns', async () => {
    const page = await open('/')
    await page.locator('[data-screen=home] main').evaluate((main) => main.setAttribute('data-mark', 'mine'))
    await page.getByRole('link', { name: en('tab.ranking') }).click()
    await page.locator('[data-screen=rank]').waitFor()
    assert.equal(await page.locator('[data-mark=mine]').isVisible(), false)
    await page.getByRole('link', { name: en('tab.markets') }).click()
    await page.locator('[data-screen=home] [data-mark=mine]').waitFor()
  })

  test('reports a lost network and its return', async () => {
    const page = await open('/')
    const notice = connectionAlert(page)
    // Requests in flight at the cut would log errors. The images of the rows load last, so the test waits for them.
    await page.locator('main img').first().waitFor({ state: 'attached' })
    await waitForRequests(page)
    await page.context().setOffline(true)
    await notice.waitFor()
    await page.context().setOffline(false)
    await notice.waitFor({ state: 'detached' })
  })
})

describe('languages', () => {
  const firstVisits: readonly (readonly [string, string, string, string])[] = [
    ['en-GB', 'en', 'ltr', en('tab.markets')],
    ['zh-TW', 'zh-Hant-HK', 'ltr', '行情'],
    ['nl', 'zh-Hant-HK', 'ltr', '行情'],
    // Not translated yet, so the page is in English.
    ['de-AT', 'en', 'ltr', en('tab.markets')],
    ['ar-EG', 'en', 'ltr', en('tab.markets')],
  ]
  for (const [locale, lang, dir, tab] of firstVisits) {
    test(`a first visit from a browser in ${locale} is in ${lang}`, async () => {
      const page = await open('/', { locale })
      const html = page.locator('html')
      assert.deepEqual([await html.getAttribute('lang'), await html.getAttribute('dir')], [lang, dir])
      assert.equal(await page.locator('[aria-current=page]').textContent(), tab)
    })
  }

  test('/language offers all eighteen, changes at once, and is remembered', async () => {
    const page = await open('/')
    await page.getByRole('link', { name: en('title.language') }).click()
    await page.getByRole('radio', { name: 'Čeština' }).waitFor()
    assert.equal(await page.getByRole('radio').count(), 18)
    assert.equal(await page.getByRole('radio', { name: 'English' }).isChecked(), true)
    await page.getByText('繁體中文').click()
    await page.getByRole('heading', { name: '語言' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: '語言' }).waitFor()
  })
})

describe('appearance', () => {
  test('follows the system theme unless one was chosen', async () => {
    const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const dark = await groundOf(await open('/', { colorScheme: 'dark' }))
    const page = await open('/', { colorScheme: 'light' })
    assert.notEqual(await groundOf(page), dark)
    await page.evaluate(() => localStorage.setItem('openlot.theme', 'dark'))
    await page.reload()
    assert.equal(await groundOf(page), dark)
  })
})

describe('the page', () => {
  test('is installable', async () => {
    const page = await open('/')
    const manifest = await page.evaluate(async () => (await fetch('/manifest.json')).json())
    assert.equal(manifest.name, en('app.name'))
    for (const { src } of manifest.icons) {
      assert.equal(await page.evaluate(async (at) => (await fetch(at)).status, src), 200)
    }
  })

  test('stays within its size budget on a first visit', async () => {
    const page = await open('/')
    await page.waitForLoadState('networkidle')
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map((entry) => {
        const { name, encodedBodySize, transferSize } = entry as PerformanceResourceTiming
        // A chunk is fetched, and then imported from the cache.
        return { isAnswer: name.includes('/api/'), size: transferSize === 0 ? 0 : encodedBodySize }
      }),
    )
    const sum = (areAnswers: boolean) =>
      loaded.reduce((soFar, { isAnswer, size }) => (isAnswer === areAnswers ? soFar + size : soFar), 0)
    for (const [kind, total, least] of [
      ['files', sum(false), 50_000],
      ['answers', sum(true), 5_000],
    ] as const)
      assert.ok(
        total > least && total <= budgetBytes[kind],
        `${total} bytes of ${kind}, and ${budgetBytes[kind]} are allowed`,
      )
  })

  test('reconnects the live connection after it was lost', async () => {
    const phone = await createPhone(browser)
    phones.push(phone)
    const second = Promise.withResolvers<string>()
    let count = 0
    await phone.page.routeWebSocket(/\/v1\/ws/, (socket) => {
      const server = socket.connectToServer()
      count += 1
      // The first connection is cut on its first message; the client must reconnect.
      if (count === 1) socket.onMessage(() => void server.close().then(() => socket.close()))
      else second.resolve(socket.url())
    })
    await phone.page.goto(`${app.address}/`)
    assert.match(await second.promise, /\/v1\/ws\?lang=en$/)
  })
})

describe('a failed chunk', () => {
  test('is reported by its screen, and a retry succeeds', async () => {
    const phone = await createPhone(browser)
    const { page } = phone
    await page.goto(`${app.address}/`)
    const chunk = /language-screen/
    // Aborts the request. The browser logs the failure, which this test expects.
    await page.route(chunk, (route) => route.abort())
    await page.getByRole('link', { name: en('title.language') }).click()
    await page.getByText(en('app.failed.title')).waitFor()
    await page.unroute(chunk)
    await page.getByRole('button', { name: en('app.failed.retry') }).click()
    await page.getByRole('radio', { name: 'Čeština' }).waitFor()
    await phone.close()
  })

  test('that the server no longer has reloads the page', async () => {
    const phone = await createPhone(browser)
    const { page } = phone
    await page.goto(`${app.address}/`)
    await page.route(/language-screen/, (route) => route.fulfill({ status: 404 }), { times: 1 })
    const reloaded = page.waitForEvent('load')
    await page.getByRole('link', { name: en('title.language') }).click()
    await reloaded
    await page.getByRole('radio', { name: 'Čeština' }).waitFor()
    await phone.close()
  })

  test('is reported by the page itself when the app has no dictionary', async () => {
    const phone = await createPhone(browser)
    await phone.page.route(/\/en-[^/]+\.js/, (route) => route.abort())
    await phone.page.goto(`${app.address}/`)
    await phone.page.getByText('Openlot could not be loaded.').waitFor()
    await phone.close()
  })
})
