import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { placeOf, setUpAccountPhones, storedItem } from '#test/browser/account/account-phones.ts'
import {
  here,
  loginCalls,
  logins,
  loginsPath,
  pageOf,
  sessions,
  sessionsPath,
} from '#test/browser/account/example-logins.ts'
import { type StubbedCalls, stubCalls } from '#test/browser/account/stub-calls.ts'
import { stubSocket } from '#test/browser/account/stub-socket.ts'
import { showPageAgain } from '#test/browser/show-page.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import { en, startingWith } from '#test/browser/words.ts'

const phones = setUpAccountPhones()
const othersPath = '/api/user/sign_out_others'
const open = (calls: StubbedCalls = {}, phoneOptions = {}) =>
  phones.open('/mine/system', { ...loginCalls, ...calls }, phoneOptions)

const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const choose = (page: Page, name: string) => page.getByText(name, { exact: true }).tap()
const light = 'rgb(245, 246, 248)'
const dark = 'rgb(11, 14, 20)'

/** The colour of the browser's own bars. */
const barColourOf = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].find(
        ({ media }) => matchMedia(media).matches,
      )?.content,
  )

describe('the theme', () => {
  test('changes at once, is remembered, and applies before the app loads', async () => {
    const { page } = await open({}, { colorScheme: 'light' })
    assert.equal(await page.getByRole('radio', { name: en('system.theme.system') }).isChecked(), true)
    assert.deepEqual([await groundOf(page), await barColourOf(page)], [light, '#f5f6f8'])
    await choose(page, en('system.theme.dark'))
    await page.waitForFunction((ground) => getComputedStyle(document.body).backgroundColor === ground, dark)
    assert.equal(await barColourOf(page), '#0b0e14')
    // The app's script never loads, so only the first paint is visible.
    await page.route(/assets\/index-.*\.js/, () => undefined)
    await page.reload({ waitUntil: 'commit' })
    await page.waitForFunction(() => document.body !== null && document.styleSheets.length > 0)
    assert.deepEqual([await groundOf(page), await barColourOf(page)], [dark, '#0b0e14'])
  })

  test('follows the system again when that is chosen', async () => {
    const { page } = await open({}, { colorScheme: 'light' })
    await choose(page, en('system.theme.dark'))
    await choose(page, en('system.theme.system'))
    await page.waitForFunction((ground) => getComputedStyle(document.body).backgroundColor === ground, light)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.waitForFunction((ground) => getComputedStyle(document.body).backgroundColor === ground, dark)
    assert.equal(await barColourOf(page), '#0b0e14')
    assert.equal(await storedItem(page, 'openlot.theme'), null)
  })

  test('applies to every tab', async () => {
    const { page, calls } = await open({}, { colorScheme: 'light' })
    const other = await page.context().newPage()
    await stubCalls(other, calls)
    await stubSocket(other)
    await other.goto('/language')
    await choose(page, en('system.theme.dark'))
    await other.waitForFunction((ground) => getComputedStyle(document.body).backgroundColor === ground, dark)
    await other.evaluate(() => localStorage.setItem('openlot.theme', 'light'))
    await page
      .getByRole('radio', { name: en('system.theme.light'), checked: true })
      .waitFor({ state: 'attached' })
  })
})

test('swaps the colours of rise and fall at once, also after a reload', async () => {
  const { page } = await open()
  const colours = () =>
    page.evaluate(() => {
      const style = getComputedStyle(document.documentElement)
      return ['--rise', '--fall'].map((name) => style.getPropertyValue(name))
    })
  const [rise, fall] = await colours()
  await choose(page, en('system.rise.red'))
  assert.deepEqual(await colours(), [fall, rise])
  await page.reload()
  assert.equal(await page.getByRole('radio', { name: en('system.rise.red') }).isChecked(), true)
  assert.deepEqual(await colours(), [fall, rise])
  await choose(page, en('system.rise.green'))
  assert.deepEqual(await colours(), [rise, fall])
})

describe('the devices', () => {
  test('are listed by readable names, with the current one marked', async () => {
    const { page } = await open()
    const rows = page.getByRole('list', { name: en('system.devices') }).getByRole('listitem')
    await rows.nth(2).waitFor()
    assert.deepEqual(
      (await rows.allInnerTexts()).map((text) => text.replace(/[\u2068\u2069]/g, '').split(/\s*\n\s*/)),
      [
        ['Chrome on Android', en('system.this_device'), en('system.active_now'), '203.0.113.7'],
        [
          'Edge on Windows',
          en('system.last_seen', { moment: 'Nov 14, 2026, 18:20' }),
          '2001:db8:85a3:8d3:1319:8a2e:370:7348',
        ],
        [
          en('system.device.unknown'),
          en('system.last_seen', { moment: 'Nov 14, 2026, 18:20' }),
          '203.0.113.7',
        ],
      ],
    )
  })

  test('are signed out except the current one, after a confirmation with their count', async () => {
    const { page, calls, made } = await open({ [othersPath]: { count: 2 } })
    await page.getByRole('button', { name: en('system.sign_out', { count: 2 }) }).tap()
    const question = page.getByRole('alertdialog')
    await question.getByText(en('system.sign_out.text', { count: 2 })).waitFor()
    assert.equal(made(othersPath).length, 0)
    calls[sessionsPath] = [here]
    await question.getByRole('button', { name: en('system.sign_out.confirm') }).tap()
    await question.waitFor({ state: 'detached' })
    await page.getByText('Edge on Windows').waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('button', { name: /other devices?$/ }).count(), 0)
    assert.deepEqual([made(othersPath).length, made(othersPath)[0]?.method()], [1, 'POST'])
  })

  test("stay listed when the sign-out is refused, with the server's reason", async () => {
    const { page } = await open({ [othersPath]: { refused: 'Not now.', reason: 'busy' } })
    await page.getByRole('button', { name: en('system.sign_out', { count: 2 }) }).tap()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: en('system.sign_out.confirm') })
      .tap()
    await waitForToast(page, 'Not now.')
    await page.getByText('Edge on Windows').waitFor()
  })

  test('report a failed load, and retry', async () => {
    const { page, calls } = await open({ [sessionsPath]: { refused: 'Not now.' } })
    await page.getByText(en('system.devices.failed')).waitFor()
    calls[sessionsPath] = sessions
    await page.getByRole('button', { name: en('app.failed.retry') }).tap()
    await page.getByText('Edge on Windows').waitFor()
  })
})

describe('the login history', () => {
  const rowsOf = (page: Page) => page.getByRole('list', { name: en('system.logins') }).getByRole('listitem')

  test('has its own URL, loads twenty at a time, and marks failed logins', async () => {
    const { page, made } = await open()
    await page.getByRole('link', { name: startingWith(en('system.logins')) }).tap()
    await page.getByRole('heading', { name: en('system.logins') }).waitFor()
    assert.equal(placeOf(page), '/mine/system?show=logins')
    await rowsOf(page).nth(19).waitFor()
    assert.match(
      (await rowsOf(page).nth(2).textContent()) ?? '',
      /^Chrome on AndroidFailed attempt\W?Nov 14, 2026, 22:00\W?203\.0\.113\.2$/,
    )
    await rowsOf(page).last().scrollIntoViewIfNeeded()
    await rowsOf(page).nth(39).waitFor()
    await rowsOf(page).last().scrollIntoViewIfNeeded()
    await rowsOf(page).nth(44).waitFor()
    await page.getByText(en('list.end')).waitFor()
    assert.deepEqual(made(loginsPath).map(pageOf), [1, 2, 3])
    await page.getByRole('link', { name: en('control.back') }).tap()
    await page.getByRole('heading', { name: en('title.system') }).waitFor()
  })

  /** Opens the login history, whose second page fails while `server.isDown`. */
  async function openWithFailedPage() {
    const server = { isDown: true }
    const answer = (request: Request) =>
      pageOf(request) === 2 && server.isDown ? { refused: 'Not now.' } : logins(request)
    const { page } = await phones.open('/mine/system?show=logins', { ...loginCalls, [loginsPath]: answer })
    await rowsOf(page).nth(19).waitFor()
    await rowsOf(page).last().scrollIntoViewIfNeeded()
    await page.getByText(en('system.logins.failed')).waitFor()
    return { page, server }
  }

  test('keeps loaded rows when a page fails, and retries', async () => {
    const { page, server } = await openWithFailedPage()
    assert.equal(await rowsOf(page).count(), 20)
    server.isDown = false
    await page.getByRole('button', { name: en('app.failed.retry') }).tap()
    await rowsOf(page).nth(39).waitFor()
  })

  test('loads a failed page when the user returns to the app', async () => {
    const { page, server } = await openWithFailedPage()
    server.isDown = false
    await showPageAgain(page)
    await rowsOf(page).nth(39).waitFor()
  })

  test('shows an empty state', async () => {
    const { page } = await phones.open('/mine/system?show=logins', { [loginsPath]: { data: [], total: 0 } })
    await page.getByText(en('system.logins.none')).waitFor()
    await page.getByRole('link', { name: en('control.back') }).tap()
    await page.getByRole('heading', { name: en('title.system') }).waitFor()
  })
})

test('also offers language and logout', async () => {
  const { page } = await open({ '/api/user/logout': null })
  assert.equal(
    await page
      .getByRole('link', { name: startingWith(`${en('title.language')} English`) })
      .getAttribute('href'),
    '/language',
  )
  await page
    .locator('main')
    .getByRole('button', { name: en('mine.log_out'), exact: true })
    .tap()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: en('mine.log_out') })
    .tap()
  await page.locator('[data-screen=home]').waitFor()
  await waitForToast(page, en('mine.logged_out'))
})
