// Chunks of the usual build that fail to load. The pages that tests share may be built without chunks.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setUpAccountPhones } from '#test/browser/account/account-phones.ts'
import { friends, invitesPath } from '#test/browser/account/example-friends.ts'
import { setUpAuthenticationPhones } from '#test/browser/authentication/authentication-phones.ts'
import { pathOf, setUpDesks } from '#test/browser/desk/open-desk.ts'
import { type ServedApp, serveApp } from '#test/browser/served-app.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import { deskEn, en, startingWith } from '#test/browser/words.ts'

const visitors = setUpAuthenticationPhones()
const users = setUpAccountPhones()
const openDesk = setUpDesks()

let app: ServedApp
before(async () => {
  app = await serveApp()
})
after(() => app.stop())

describe('a failed chunk', () => {
  test('of the country sheet keeps the input of the login, and can be retried', async () => {
    const { page } = await visitors.open('/login', {
      allowConsoleErrors: true,
      options: { baseURL: app.address },
    })
    const mobile = page.getByLabel(en('entry.mobile'), { exact: true })
    const area = page.getByRole('button', { name: startingWith(en('entry.area.title')) })
    const chunk = /area-sheet/
    await page.route(chunk, (route) => route.abort())
    await page.getByRole('tab', { name: en('entry.channel.mobile') }).tap()
    await mobile.fill('812345678')
    await area.tap()
    await waitForToast(page, en('transport.failed', { code: 'ERR_NETWORK' }))
    assert.equal(await mobile.inputValue(), '812345678')
    await page.unroute(chunk)
    await area.tap()
    await page.getByRole('dialog').getByText('Germany').waitFor()
  })

  test('of the question before a logout can be retried', async () => {
    const { page } = await users.open('/user', {}, { allowConsoleErrors: true, baseURL: app.address })
    const logOut = page.locator('main').getByRole('button', { name: en('mine.log_out') })
    await logOut.waitFor()
    await page.context().setOffline(true)
    await logOut.tap()
    await waitForToast(page, en('transport.failed', { code: 'ERR_NETWORK' }))
    await page.context().setOffline(false)
    await logOut.tap()
    await page.getByRole('alertdialog').waitFor()
  })

  test('of the QR code can be retried', async () => {
    const { page } = await users.open(
      '/mine/invite',
      { [invitesPath]: friends },
      { allowConsoleErrors: true, baseURL: app.address },
    )
    await page.route(/qr-code/, (route) => route.abort())
    await page.reload()
    const retry = page.getByRole('button', { name: en('app.failed.retry') })
    await retry.waitFor()
    await page.unroute(/qr-code/)
    await retry.tap()
    await page.getByRole('img', { name: en('invite.qr') }).waitFor()
  })

  test('of the console that the server no longer has reloads the page, which keeps the session', async () => {
    const { page, expectProblem } = await openDesk('/desk/audit', {
      role: 'owner',
      options: { baseURL: app.address },
    })
    expectProblem(/404/)
    await page.route(/\/hk-[^/]+\.js/, (route) => route.fulfill({ status: 404 }), { times: 1 })
    const reloaded = page.waitForEvent('load')
    await page.getByText('繁體中文').click()
    await reloaded
    await page.getByRole('heading', { name: deskEn('nav.audit') }).waitFor()
    await page.getByText('繁體中文').click()
    await page.waitForFunction(() => document.documentElement.lang === 'zh-Hant-HK')
    assert.equal(pathOf(page), '/desk/audit')
  })
})
