import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, Page, Request } from 'playwright-core'
import type {} from '#test/browser/calls/calls-app.tsx'
import { type DevPages, ownPath, serveDevPages } from '#test/browser/dev-page.ts'
import { createPhone, openBrowser, type Phone } from '#test/browser/phone.ts'
import { type ServedApp, serveApp } from '#test/browser/served-app.ts'
import { shownToasts } from '#test/browser/toasts.ts'
import { en } from '#test/browser/words.ts'

const script = fileURLToPath(import.meta.resolve('#test/browser/calls/calls-app.tsx'))

let app: ServedApp
let pages: DevPages
let browser: Browser
let phone: Phone
let page: Page

before(async () => {
  app = await serveApp()
  pages = await serveDevPages({ script, api: app.address })
  browser = await openBrowser()
})

beforeEach(async () => {
  phone = await createPhone(browser, { baseURL: pages.address })
  page = phone.page
  await page.goto(ownPath)
  await page.waitForFunction(() => window.appParts !== undefined)
})

afterEach(() => phone.close())

after(async () => {
  await browser.close()
  await pages.stop()
  await app.stop()
})

type Sent = {
  readonly path: string
  readonly verb: 'GET'
  readonly input?: Readonly<Record<string, string>>
  readonly background?: boolean
  readonly loading?: boolean
  readonly quiet?: boolean
}

/** Makes a call in the page and returns its data, or the reason for its refusal. */
function call(request: Sent): Promise<unknown> {
  return page.evaluate(
    (sent) =>
      window.appParts?.caller
        .call(sent)
        .catch((failure: { kind: string; reason?: string }) => failure.reason ?? failure.kind),
    request,
  )
}

const read = { path: '/api/default/setting', verb: 'GET', input: { key: 'is_show_mobile' } } as const

describe('calls from a browser to the real server', () => {
  test('return the data, and show no toast for an empty message', async () => {
    const sent = page.waitForRequest(/default\/setting/)
    assert.equal(await call(read), 1)
    const request: Request = await sent
    assert.match(request.url(), /[?&]t=\d{13}/)
    assert.equal(request.headers()['lang'], 'en')
    assert.deepEqual(await shownToasts(page), [])
  })

  test('show a refusal once, in the language of the app', async () => {
    await page.evaluate(() => window.appParts?.translations.choose('hk'))
    const wrong = { ...read, input: { key: 'nonsense' } }
    assert.equal(await call(wrong), 'invalid_input')
    await page.getByText('請檢查「key」後再試。').waitFor()
    assert.equal((await shownToasts(page)).length, 1)
    assert.equal(await call({ ...wrong, quiet: true }), 'invalid_input')
    assert.equal((await shownToasts(page)).length, 1)
  })

  test('show the loading overlay until the answer arrives, and block presses', async () => {
    const held = Promise.withResolvers<void>()
    await page.route(/getBasicInfo/, async (route) => {
      await held.promise
      await route.continue()
    })
    const answer = call({ path: '/api/basicSet/getBasicInfo', verb: 'GET', loading: true })
    const veil = page.getByRole('status', { name: en('app.loading') })
    await veil.waitFor()
    const covered = await page.evaluate(
      () => document.elementFromPoint(195, 800)?.closest('[role=status]') !== null,
    )
    assert.equal(covered, true)
    held.resolve()
    assert.ok(await answer)
    await veil.waitFor({ state: 'detached' })
  })

  test("show the app's own message when the server cannot be reached", async () => {
    await page.route(/default\/setting/, (route) => route.abort())
    assert.equal(await call(read), 'transport')
    await page.getByText(en('transport.failed', { code: 'ERR_NETWORK' })).waitFor()
  })

  test('log out and show the login when the server does not know the session', async () => {
    // Stops the live connection, which would detect the ended session first. Waits until it is up, because the page may
    // start it again before that.
    await page.waitForFunction(() => window.appParts?.live.state.getSnapshot() === 'up')
    await page.evaluate(() => window.appParts?.live.stop())
    await page.evaluate(() => window.appParts?.session.start('a-token-of-yesterday'))
    const body = JSON.stringify({ code: 999, msg: 'Your session has ended.', data: null })
    await page.route(/user\/info/, (route) => route.fulfill({ body, contentType: 'application/json' }))
    assert.equal(await call({ path: '/api/user/info', verb: 'GET', background: true }), 'sessionInvalid')
    assert.doesNotMatch(page.url(), /login/)
    assert.equal(await call({ path: '/api/user/info', verb: 'GET' }), 'sessionInvalid')
    await page.waitForURL(/\/login\?from=/)
    assert.equal(await page.evaluate(() => window.appParts?.session.getSnapshot()), undefined)
  })
})

describe('the live connection from a browser to the real server', () => {
  test('connects, and logs out when the server does not know the session', async () => {
    await page.waitForFunction(() => window.appParts?.live.state.getSnapshot() === 'up')
    await page.evaluate(() => window.appParts?.session.start('a-token-of-yesterday'))
    await page.waitForURL(/\/login/)
    assert.deepEqual(phone.problems, [])
  })
})
