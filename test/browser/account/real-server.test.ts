import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { password, pollFor, type RealUsers, startRealUsers } from '#test/browser/account/real-users.ts'
import { storeSession } from '#test/browser/account/stub-calls.ts'
import { createPhone, openBrowser, type Phone } from '#test/browser/phone.ts'
import { showPageAgain } from '#test/browser/show-page.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import { en, serverEn, startingWith } from '#test/browser/words.ts'
import { photo } from '#test/uploads/pictures.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'

let users: RealUsers
let browser: Browser
let phone: Phone | undefined

before(async () => {
  users = await startRealUsers()
  browser = await openBrowser()
})
afterEach(async () => {
  const problems = phone?.problems ?? []
  await phone?.close()
  phone = undefined
  assert.deepEqual(problems, [])
})
after(async () => {
  await browser.close()
  await users.stop()
})

async function openAs(token: string, path: string): Promise<Page> {
  phone = await createPhone(browser, { baseURL: users.app.address, reducedMotion: 'reduce' })
  await storeSession(phone.page, token)
  await phone.page.goto(path)
  await phone.page.locator('[data-screen] main').waitFor()
  return phone.page
}

const endedCode = 999

describe('the account screens with the real server', () => {
  test('show the user, and end the session in app and server', async () => {
    const { token, user } = await users.register('ann.lee@example.com')
    const page = await openAs(token, '/user')
    await page.getByText(user.uid).waitFor()
    await page.getByText('an•••@e•••.com').waitFor()
    await page
      .locator('main')
      .getByRole('button', { name: en('mine.log_out') })
      .tap()
    const answered = page.waitForResponse(/user\/logout/)
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: en('mine.log_out') })
      .tap()
    await page.locator('[data-screen=home]').waitFor()
    await waitForToast(page, en('mine.logged_out'))
    await answered
    assert.equal((await users.ask('/api/user/info', { token })).code, endedCode)
  })

  test('show a demo balance, the effect of an order, and the balance after a reset', async () => {
    const { token } = await users.openDemo('d'.repeat(32))
    const page = await openAs(token, '/user')
    const balance = (figure: string | RegExp) => page.locator('main').getByText(figure).first().waitFor()
    await balance('100 000.00')
    await users.buy(token, 'EURUSD', '1')
    // The new balance arrives by push, without a reload.
    await balance(/^99.\d{3}\.\d\d$/)
    await page
      .locator('main')
      .getByRole('button', { name: startingWith(en('user.reset')) })
      .tap()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: en('user.reset.confirm') })
      .tap()
    await waitForToast(page, serverEn('done.demo_reset'))
    await page.waitForFunction(
      () => (document.querySelector('main')?.textContent ?? '').split('100\u202f000.00').length === 4,
    )
    const { data } = await users.ask('/v1/api/forex/my_deal?status=3&page=1', { token })
    assert.deepEqual([data.total, data.data[0].CloseReason], [1, 'demo_reset'])
  })

  test('list a friend who registered with the code', async () => {
    const { token, user } = await users.register('bo@example.com')
    await users.register('friend@example.com', user.invite_code)
    const page = await openAs(token, '/mine/invite')
    await page.getByText('1 friend', { exact: true }).waitFor()
    await page.getByText('fr•••@e•••.com').waitFor()
  })

  test('list other devices and failed logins, and sign the others out', async () => {
    const { token } = await users.register('cy@example.com')
    const other = await users.logIn('cy@example.com', password, firefox)
    assert.equal(other.code, 1, other.msg)
    const wrong = await users.logIn('cy@example.com', 'a wrong one 1', firefox)
    assert.equal(wrong.data.reason, 'wrong_credentials')
    await pollFor(async () => {
      const { data } = await users.ask('/api/user/logins', { token })
      return data.total === 3 ? data : undefined
    })
    const page = await openAs(token, '/mine/system?show=logins')
    await page.getByText(en('system.login.bad'), { exact: true }).waitFor()
    assert.equal(await page.getByText('Firefox on Windows').count(), 2)
    await page.getByRole('link', { name: en('control.back') }).tap()
    await page.getByRole('button', { name: en('system.sign_out', { count: 1 }) }).tap()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: en('system.sign_out.confirm') })
      .tap()
    await waitForToast(page, serverEn('done.others_signed_out'))
    await page.getByText('Firefox on Windows').waitFor({ state: 'detached' })
    assert.equal((await users.ask('/api/user/info', { token: other.data.token })).code, endedCode)
    assert.equal((await users.ask('/api/user/info', { token })).code, 1)
  })

  test('upload an identity with progress, show its rejection and remark, and certify it without a reload', async () => {
    const { token } = await users.register('di@example.com')
    const page = await openAs(token, '/mine/auth')
    await page.getByLabel(en('auth.name')).fill('Di Fang')
    await page.getByLabel(en('auth.card_id')).fill('K1234567')
    await submitIdentity(page, 1)
    await users.decide({ approve: 0, remark: 'The back is too dark.' })
    await showPageAgain(page)
    await page.getByText('The back is too dark.').waitFor()
    assert.equal(await page.getByLabel(en('auth.name')).inputValue(), 'Di Fang')
    await page.getByLabel(en('auth.card_id')).fill('K1234567')
    await submitIdentity(page, 3)
    await users.decide({ approve: 1 })
    await showPageAgain(page)
    await page.getByText('Your identity is verified.').waitFor()
    await page.getByRole('link', { name: en('control.back') }).tap()
    await page.locator('[data-screen=user]').getByText(en('mine.review.2')).first().waitFor()
  })
})

/** Simulates the page becoming visible again. */

/** Uploads both sides over a throttled connection, and submits the form. */
async function submitIdentity(page: Page, seed: number): Promise<void> {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 512 * 1024,
  })
  for (const [offset, name] of [en('auth.front'), en('auth.back')].entries()) {
    const buffer = await photo({ width: 1000, height: 640 }, seed + offset)
    const side = page.locator('main').getByLabel(startingWith(name))
    await side.setInputFiles({ name: `${name}.jpg`, mimeType: 'image/jpeg', buffer })
    await page.waitForFunction(() => {
      const value = Number(document.querySelector('progress')?.getAttribute('value') ?? 0)
      return value > 0 && value < 1
    })
    await page.getByText(en('auth.picture.uploaded'), { exact: true }).nth(offset).waitFor()
  }
  await line.detach()
  await page.getByRole('button', { name: en('auth.submit') }).tap()
  await page.getByText(en('auth.waiting.text')).waitFor()
}
