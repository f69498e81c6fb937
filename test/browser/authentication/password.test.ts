import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  ann,
  annsSession,
  demoSession,
  descriptionOf,
  placeOf,
  refusal,
  type StubbedAnswer,
  setUpAuthenticationPhones,
  storedItem,
  success,
  waitForFocus,
} from '#test/browser/authentication/authentication-phones.ts'
import { shownToasts, waitForToast } from '#test/browser/toasts.ts'
import { settle } from '#test/browser/ui/settle.ts'
import { en, serverEn } from '#test/browser/words.ts'

const phones = setUpAuthenticationPhones()

const change = '/api/user/amend_password'
const reset = '/api/user/forget_password'
const userInfo = '/api/user/info'
const sendEmail = '/api/notify/send_email'
const sendSms = '/api/notify/send_sms'

const old = (page: Page) => page.getByLabel(en('entry.password.old'))
const password = (page: Page) => page.getByLabel(en('entry.password.new'), { exact: true })
const repeated = (page: Page) => page.getByLabel(en('entry.password.new_repeated'))
const code = (page: Page) => page.getByLabel(en('entry.code'))
const submit = (page: Page) => page.getByRole('button', { name: en('entry.change.submit') })

function open(user: typeof ann, answers: Readonly<Record<string, StubbedAnswer>> = {}) {
  return phones.open('/mine/password', {
    answers: { [userInfo]: success(user), ...answers },
    storage: { 'openlot.session': annsSession.token },
  })
}

async function fill(page: Page): Promise<void> {
  await old(page).fill('kestrel 7')
  await password(page).fill('osprey 88')
  await repeated(page).fill('osprey 88')
  await code(page).fill('123456')
}

describe('the password change', () => {
  test('reports missing fields and focuses the first', async () => {
    const { page, calls } = await open(ann)
    await submit(page).tap()
    await waitForFocus(old(page))
    assert.equal(await page.getByRole('alert').textContent(), en('entry.error.fill_in'))
    assert.equal(await descriptionOf(old(page)), en('entry.error.old'))
    assert.equal(calls(change).length, 0)
  })

  test('reports two different passwords', async () => {
    const { page, calls } = await open(ann)
    await fill(page)
    await repeated(page).fill('osprey 89')
    await submit(page).tap()
    await waitForFocus(repeated(page))
    assert.deepEqual(
      [await descriptionOf(repeated(page)), calls(change).length],
      [en('entry.error.mismatch'), 0],
    )
  })

  test("sends the code to the user's masked email address", async () => {
    const { page, calls } = await open(ann, { [sendEmail]: success(null) })
    assert.match(await descriptionOf(code(page)), /an•••@e•••\.com/)
    assert.equal(await page.getByText(ann.email).count(), 0)
    await page.getByRole('button', { name: en('entry.code.send') }).tap()
    await waitForFocus(code(page))
    assert.deepEqual(calls(sendEmail)[0]?.postDataJSON(), { to: ann.email, type: 2 })
  })

  test("sends the code to the user's number without an email address", async () => {
    const phone = { ...ann, email: '', mobile: '812345678', area_id: 12 }
    const { page, calls } = await open(phone, { [sendSms]: success(null), [change]: refusal('busy', 'No') })
    assert.match(await descriptionOf(code(page)), /••••678/)
    await page.getByRole('button', { name: en('entry.code.send') }).tap()
    await waitForFocus(code(page))
    assert.deepEqual(calls(sendSms)[0]?.postDataJSON(), { to: '812345678', area_id: 12, type: 2 })
    await fill(page)
    await submit(page).tap()
    await page.getByText('No', { exact: true }).waitFor()
    assert.equal(calls(change)[0]?.postDataJSON().type, 2)
  })

  test('returns to the account and reports the ended sessions', async () => {
    const { page, calls } = await open(ann, {
      [change]: success(null, serverEn('done.password_changed')),
    })
    await fill(page)
    await code(page).press('Enter')
    await page.locator('[data-screen=user]').waitFor()
    assert.equal(placeOf(page), '/user')
    assert.deepEqual(calls(change)[0]?.postDataJSON(), {
      type: 1,
      old_password: 'kestrel 7',
      new_password: 'osprey 88',
      auth_code: '123456',
    })
    assert.ok((await shownToasts(page)).includes(serverEn('done.password_changed')))
  })

  for (const [reason, field, at] of [
    ['wrong_password', 'old_password', old],
    ['wrong_code', 'auth_code', code],
    ['password_common', 'new_password', password],
  ] as const) {
    test(`shows ${reason} beside its field`, async () => {
      const { page } = await open(ann, { [change]: refusal(reason, 'Not so.', field) })
      await fill(page)
      await submit(page).tap()
      await waitForFocus(at(page))
      assert.deepEqual([await descriptionOf(at(page)), await shownToasts(page)], ['Not so.', []])
    })
  }

  test('sets the autocomplete hints for password managers', async () => {
    const { page } = await open(ann)
    await old(page).waitFor()
    const inputs = page.locator('form input:not([type=radio])')
    assert.deepEqual(
      await inputs.evaluateAll((all) => all.map((input) => input.getAttribute('autocomplete'))),
      ['username', 'current-password', 'new-password', 'new-password', 'one-time-code'],
    )
  })

  test('retries when the account could not be loaded', async () => {
    const { page, answer } = await phones.open('/mine/password', {
      answers: { [userInfo]: 'nothing' },
      storage: { 'openlot.session': annsSession.token },
      allowConsoleErrors: true,
    })
    await page.getByText(en('entry.change.unknown')).waitFor()
    answer(userInfo, success(ann))
    await page.getByRole('button', { name: en('app.failed.retry') }).tap()
    await old(page).waitFor()
  })
})

describe('the password reset', () => {
  const email = (page: Page) => page.getByLabel(en('entry.email'))
  const save = (page: Page) => page.getByRole('button', { name: en('entry.forgot.submit') })

  async function fillReset(page: Page): Promise<void> {
    await email(page).fill('ann@example.com')
    await code(page).fill('123456')
    await password(page).fill('osprey 88')
    await repeated(page).fill('osprey 88')
  }

  test('reports missing fields and two different passwords', async () => {
    const { page } = await phones.open('/forgot')
    await save(page).tap()
    await waitForFocus(email(page))
    assert.equal(await page.getByRole('alert').textContent(), en('entry.error.complete'))
    await fillReset(page)
    await repeated(page).fill('x')
    await save(page).tap()
    await waitForFocus(repeated(page))
    assert.equal(await descriptionOf(repeated(page)), en('entry.error.inconsistent'))
  })

  test('leads to the login, which keeps the account and the requested screen', async () => {
    const { page, calls } = await phones.open('/forgot?from=%2Ffeedback', {
      answers: { [reset]: success(null, serverEn('done.password_reset')) },
    })
    await fillReset(page)
    await save(page).tap()
    await page.locator('[data-screen=login]').waitFor()
    assert.deepEqual(
      [placeOf(page), await email(page).inputValue()],
      ['/login?from=%2Ffeedback', 'ann@example.com'],
    )
    assert.deepEqual(calls(reset)[0]?.postDataJSON(), {
      type: 1,
      account: 'ann@example.com',
      new_password: 'osprey 88',
      secondary_password: 'osprey 88',
      auth_code: '123456',
    })
    assert.deepEqual(await shownToasts(page), [serverEn('done.password_reset')])
  })

  test('does not lead to the login after the user has left', async () => {
    const held = Promise.withResolvers<void>()
    const { page } = await phones.open('/forgot', {
      answers: {
        [reset]: async () => {
          await held.promise
          return success(null, serverEn('done.password_reset'))
        },
      },
    })
    await fillReset(page)
    await save(page).tap()
    await page.locator('button[aria-busy=true]').waitFor()
    await page.getByRole('link', { name: en('entry.language') }).tap()
    await page.locator('[data-screen=language]').waitFor()
    held.resolve()
    await waitForToast(page, serverEn('done.password_reset'))
    await settle(page)
    assert.equal(placeOf(page), '/language')
  })

  for (const [who, session, left] of [
    ['a real account', annsSession, null],
    ['a demo account', demoSession, demoSession.token],
  ] as const) {
    test(`${left === null ? 'ends' : 'keeps'} the session of ${who}`, async () => {
      const { page } = await phones.open('/forgot', {
        answers: { [reset]: success(null), [userInfo]: success(session.user) },
      })
      await page.evaluate((token) => localStorage.setItem('openlot.session', token), session.token)
      await page.reload()
      await page.waitForLoadState('networkidle')
      await fillReset(page)
      await save(page).tap()
      await page.locator('[data-screen=login]').waitFor()
      await page.getByRole('button', { name: en('entry.login.submit'), exact: true }).waitFor()
      assert.equal(await storedItem(page, 'openlot.session'), left)
    })
  }
})
