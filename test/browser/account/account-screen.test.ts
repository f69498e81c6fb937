import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  demoUser,
  placeOf,
  realUser,
  setUpAccountPhones,
  storedItem,
  token,
} from '#test/browser/account/account-phones.ts'
import { aborted } from '#test/browser/account/stub-calls.ts'
import { showPageAgain } from '#test/browser/show-page.ts'
import { shownToasts, waitForToast } from '#test/browser/toasts.ts'
import { boxOf } from '#test/browser/ui/box-of.ts'
import { startTouch } from '#test/browser/ui/touch.ts'
import { en, startingWith } from '#test/browser/words.ts'
import { draftKeyPrefix } from '#web/support/storage-keys.ts'

const phones = setUpAccountPhones()
const info = '/api/user/info'
const logout = '/api/user/logout'
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

const row = (page: Page, name: string | RegExp) => page.getByRole('link', { name })
const logOutButton = (page: Page) => page.locator('main').getByRole('button', { name: en('mine.log_out') })

/** Link targets of the menu, in screen order. */
const pathsOf = (page: Page) =>
  page.locator('main a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))

describe('the account screen of a real user', () => {
  test('shows the user', async () => {
    const { page } = await phones.open('/user', { [info]: { ...realUser, review_status: 1 } })
    const main = page.locator('main')
    await main.getByText('le•••@e•••.com').waitFor()
    assert.equal(await main.getByText('lee.min').count(), 0)
    await main.getByText(/Member since .*Mar 2, 2026/).waitFor()
    await main.getByText('30018842').waitFor()
    await main.getByText(en('user.real')).waitFor()
    assert.equal(await main.getByText(en('mine.review.1')).count(), 2)
  })

  test('links to every screen of the menu, with the tab bar and no active tab', async () => {
    const { page } = await phones.open('/user', {})
    await row(page, startingWith(en('title.invite'))).waitFor()
    assert.deepEqual(await pathsOf(page), [
      '/mine/charge',
      '/mine/withdraw',
      '/mine/wallet',
      '/mine/history',
      '/mine/auth',
      '/mine/invite',
      '/mine/password',
      '/mine/notices',
      '/mine/chat',
      '/mine/email',
      '/mine/announcement',
      '/mine/alerts',
      '/language',
      '/mine/system',
      '/legal/terms',
      '/legal/privacy',
      '/legal/risk',
    ])
    assert.equal(await page.getByText(en('user.reset')).count(), 0)
    assert.equal(await page.locator('[aria-current=page]').count(), 0)
    await row(page, startingWith(en('title.language'))).tap()
    await page.waitForURL(/\/language$/)
  })

  test('copies the UID and the invite link, and confirms it', async () => {
    const { page } = await phones.open('/user', {}, clipboard)
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await page.getByRole('button', { name: en('user.copy_uid') }).tap()
    await waitForToast(page, en('mine.copied'))
    assert.equal(await copied(), '30018842')
    await page.getByRole('button', { name: en('user.copy_link') }).tap()
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('register'))
    assert.equal(await copied(), `${phones.address()}/register?invite_code=7KQ2M9RD`)
  })

  test('reloads on a pull, on return, and when the page becomes visible', async () => {
    const { page, calls } = await phones.open('/user', {})
    await page.getByText(en('mine.review.0')).first().waitFor()
    calls[info] = { ...realUser, review_status: 1 }
    const touch = await startTouch(page, [195, 300])
    await touch.moveTo([195, 520])
    await touch.end()
    await page.getByText(en('mine.review.1')).first().waitFor()
    calls[info] = { ...realUser, review_status: 2 }
    await page.getByRole('link', { name: en('tab.markets') }).tap()
    await page.locator('[data-screen=home]').waitFor()
    await page.goBack()
    await page.locator('[data-screen=user]').getByText(en('mine.review.2')).first().waitFor()
    const again = page.waitForRequest(/user\/info/)
    await showPageAgain(page)
    await again
  })
})

describe('the account screen of a demo user', () => {
  test('shows what protected entries require, and links to a real account', async () => {
    const { page } = await phones.open('/user', { [info]: demoUser })
    const entry = (name: string) => page.locator('main').getByRole('button', { name, exact: true })
    const names = [
      en('title.charge'),
      en('title.withdraw'),
      en('title.wallet'),
      en('title.auth'),
      en('title.invite'),
      en('entry.change.submit'),
    ]
    // While the clock is paused, a toast stays until it is closed.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1_000)
    const toast = page.locator('.toast').filter({ hasText: en('app.real_only') })
    for (const name of names) {
      await entry(name).tap()
      await toast.waitFor()
      assert.equal(placeOf(page), '/user', name)
      await toast.getByRole('button', { name: en('control.close') }).tap()
      await page.clock.runFor(1_000)
      await toast.waitFor({ state: 'detached' })
    }
    await entry(en('title.charge')).tap()
    await toast.getByRole('button', { name: en('user.register') }).tap()
    await page.clock.resume()
    await page.waitForURL(/\/register$/)
    await page.goBack()
    await page
      .locator('main')
      .getByRole('link', { name: en('user.register') })
      .tap()
    await page.waitForURL(/\/register$/)
  })

  test('is marked as demo wherever balances are shown', async () => {
    const { page } = await phones.open('/', { [info]: demoUser })
    for (const path of ['/', '/order', '/mine/history']) {
      await page.goto(path)
      await page.locator('[data-screen]').getByText(en('app.demo'), { exact: true }).first().waitFor()
    }
  })

  test('is labelled demo, without identity check and invite link', async () => {
    const { page } = await phones.open('/user', { [info]: demoUser })
    await page.getByText(demoUser.uid).waitFor()
    assert.equal(await page.locator('main').getByText(en('user.demo'), { exact: true }).count(), 2)
    assert.equal(await page.getByText(en('mine.review.0')).count(), 0)
    assert.equal(await page.getByText(en('user.invite_link')).count(), 0)
  })
})

describe('logging out', () => {
  test('asks for confirmation, and changes nothing when declined', async () => {
    const { page, made } = await phones.open('/user', {})
    await logOutButton(page).tap()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: en('mine.cancel') })
      .tap()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    assert.deepEqual([placeOf(page), made(logout).length], ['/user', 0])
    assert.equal(await storedItem(page, 'openlot.session'), token)
  })

  for (const [how, answer] of [
    ['notifies the server', null],
    ['ends the local session even without a connection', aborted],
  ] as const) {
    test(`${how}, removes what the user has typed, and returns home`, async () => {
      const { page, made } = await phones.open('/user', { [logout]: answer }, { allowConsoleErrors: true })
      const draft = `${draftKeyPrefix}user:${realUser.id}`
      await page.evaluate((name) => localStorage.setItem(name, 'I lost'), draft)
      await logOutButton(page).tap()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: en('mine.log_out') })
        .tap()
      await page.locator('[data-screen=home]').waitFor()
      await waitForToast(page, en('mine.logged_out'))
      assert.equal((await shownToasts(page)).length, 1)
      assert.equal(await storedItem(page, 'openlot.session'), null)
      assert.equal(await storedItem(page, draft), null)
      const headers = made(logout)[0]?.headers() ?? {}
      assert.equal(headers['authorization'], token)
      assert.match(headers['idempotency-key'] ?? '', /^[0-9a-f]{32}$/)
      await page.goto('/user')
      await page.waitForURL(/\/login\?from=%2Fuser$/)
    })
  }
})

describe('while the account loads', () => {
  test('shows a placeholder of the same size', async () => {
    const held = Promise.withResolvers<unknown>()
    const { page } = await phones.open('/user', { [info]: () => held.promise })
    const below = page.getByRole('heading', { name: en('user.group.help') })
    await page.getByRole('status', { name: en('app.loading') }).waitFor()
    const before = await boxOf(below)
    held.resolve(realUser)
    await page.getByText('30018842').waitFor()
    assert.deepEqual(await boxOf(below), before)
  })

  test('reports a failure, keeps the rest working, and retries', async () => {
    const { page, calls } = await phones.open('/user', { [info]: { refused: 'Not now.' } })
    await page.getByText(en('user.failed')).waitFor()
    await row(page, en('title.chat')).waitFor()
    await logOutButton(page).waitFor()
    calls[info] = realUser
    await page.getByRole('button', { name: en('app.failed.retry') }).tap()
    await page.getByText('30018842').waitFor()
  })
})
