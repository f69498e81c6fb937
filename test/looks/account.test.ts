import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { everyKind, logOf, logPath } from '#test/browser/account/account-log.ts'
import {
  demoUser,
  firstVersion,
  fundsOf,
  noOrdersOf,
  ordersPath,
  realUser,
  setUpAccountPhones,
} from '#test/browser/account/account-phones.ts'
import { friends, invitesPath } from '#test/browser/account/example-friends.ts'
import {
  centerPath,
  certified,
  nothingYet,
  uploadPath,
  uploads,
  waiting,
} from '#test/browser/account/example-identity.ts'
import { loginCalls } from '#test/browser/account/example-logins.ts'
import { en } from '#test/browser/words.ts'
import { testAppearances, testScreen } from '#test/looks/appearances.ts'
import { assertAccessible, assertFitsLargeText } from '#test/looks/assert-accessible.ts'
import { photo } from '#test/uploads/pictures.ts'
import { pushAt } from '#test/wire/account-fixtures.ts'

const phones = setUpAccountPhones()
const info = '/api/user/info'
const marginCall = pushAt(2, {
  HazardRate: '97.10',
  Version: firstVersion,
  Notice: { Id: 3, Kind: 'margin_call', HazardRate: '99.87', CreatedAt: '2026-11-15T08:05:00.000Z' },
})

describe('the account screen', () => {
  for (const [name, user] of [
    ['a verified user', { ...realUser, review_status: 2 }],
    ['a demo user', demoUser],
  ] as const)
    testScreen(name, async (appearance) => {
      const phone = await phones.open('/user', { [info]: user }, appearance)
      await phone.page.getByText(user.uid).waitFor()
      return phone
    })

  testScreen('large amounts', async (appearance) => {
    const large = { ...fundsOf('987654321.120000'), lock_balance: '1000000.000000' }
    const calls = { [info]: demoUser, [ordersPath]: noOrdersOf(large) }
    const phone = await phones.open('/user', calls, appearance)
    await phone.page.getByText('987 654 321.12').first().waitFor()
    return phone
  })

  testScreen('a margin call with stale figures', async (appearance) => {
    const phone = await phones.open('/user', {}, appearance)
    await phone.socket.push('FOREX_TRADE', marginCall)
    await phone.page.getByText('97.10\u202f%').waitFor()
    await phone.socket.cut({ forGood: true })
    return phone
  })

  test('the question before a logout', async () => {
    const { page } = await phones.open('/user', {})
    await page
      .locator('main')
      .getByRole('button', { name: en('mine.log_out') })
      .tap()
    await page.getByRole('alertdialog').waitFor()
    await assertAccessible(page)
  })

  testAppearances('the question before a demo reset', async (appearance) => {
    const calls = { [info]: demoUser, [ordersPath]: noOrdersOf(fundsOf('1200.000000')) }
    const { page } = await phones.open('/user', calls, appearance)
    await page.locator('main li button').filter({ hasText: '100,000 USD' }).tap()
    await page.getByRole('alertdialog').waitFor()
    await assertAccessible(page)
  })
})

describe('the settings', () => {
  for (const path of ['/mine/system', '/mine/system?show=logins'])
    testScreen(path, async (appearance) => {
      const phone = await phones.open(path, loginCalls, appearance)
      await phone.page.getByText('203.0.113.7').first().waitFor()
      return phone
    })
})

describe('the invitation screen', () => {
  testScreen('with friends', async (appearance) => {
    const phone = await phones.open('/mine/invite', { [invitesPath]: friends }, appearance)
    await phone.page.getByText('fr•••3@g•••.com').waitFor()
    await phone.page.getByRole('img').waitFor()
    return phone
  })
})

describe('the account log', () => {
  testScreen('with every kind of entry', async (appearance) => {
    const calls = { [logPath]: logOf(everyKind), [info]: demoUser }
    const phone = await phones.open('/mine/history?dates=2026-03-01~2026-03-28', calls, appearance)
    await phone.page.getByText('08:05:31').first().waitFor()
    return phone
  })
})

describe('the identity check', () => {
  const states = { waiting, refused: { ...nothingYet, remark: 'Too dark.' }, certified }
  for (const [name, state] of Object.entries(states))
    testScreen(name, async (appearance) => {
      const phone = await phones.open('/mine/auth', { [centerPath]: state }, appearance)
      await phone.page.locator('main form, main ol').waitFor()
      return phone
    })

  testAppearances('the form with an image and every error', async (appearance) => {
    const calls = { [centerPath]: nothingYet, [uploadPath]: uploads() }
    const { page } = await phones.open('/mine/auth', calls, appearance)
    const buffer = await photo({ width: 320, height: 200 })
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
    await page.locator('main img').first().waitFor()
    await page.locator('footer button').tap()
    await page.locator('[aria-invalid=true]').first().waitFor()
    await assertAccessible(page)
    await assertFitsLargeText(page)
    assert.notEqual(await page.locator('[aria-invalid=true]').count(), 0)
  })
})
