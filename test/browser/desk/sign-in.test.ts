import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pollTimes } from '#desk/parts/status-poll.ts'
import { no, ok, over } from '#test/browser/desk/fake-answers.ts'
import { exampleCodes, exampleOperator } from '#test/browser/desk/fake-desk.ts'
import { pageTitle, pathOf, setUpDesks, titleIs } from '#test/browser/desk/open-desk.ts'
import { endLongTimers } from '#test/browser/stubbed-phones.ts'
import { shownToasts, waitForToast } from '#test/browser/toasts.ts'
import { deskEn, serverEn } from '#test/browser/words.ts'

const open = setUpDesks()

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value)
}

const anna = { Email: 'anna@example.com', Password: 'correct horse 1' }

describe('the sign-in', () => {
  test('reports each missing field, and sends nothing', async () => {
    const { page, desk } = await open('/desk')
    await titleIs(page, pageTitle('sign_in.title'))
    await fill(page, { [deskEn('sign_in.code')]: '12' })
    await page.getByRole('button', { name: deskEn('sign_in.submit') }).click()
    for (const words of [
      deskEn('sign_in.fault.email'),
      deskEn('sign_in.fault.password'),
      deskEn('code.fault.shape'),
    ])
      await page.getByText(words).waitFor()
    assert.deepEqual(desk.requests, [])
  })

  test('opens the requested screen, with a token that ends with the tab', async () => {
    const { page, desk } = await open('/desk/audit')
    await fill(page, { ...anna, [deskEn('sign_in.code')]: ' 123 456 ' })
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: deskEn('nav.audit') }).waitFor()
    assert.equal(pathOf(page), '/desk/audit')
    assert.deepEqual(desk.requestsTo('sign_in')[0]?.input, {
      email: 'anna@example.com',
      password: 'correct horse 1',
      totp: '123 456',
    })
    assert.equal(desk.requestsTo('me')[0]?.headers['authorization'], 'token-of-anna')
    const stored = await page.evaluate(() => [JSON.stringify(sessionStorage), JSON.stringify(localStorage)])
    assert.match(stored[0] ?? '', /token-of-anna/)
    assert.doesNotMatch(stored[1] ?? '', /token-of-anna/)
  })

  test('reports a failure, and asks for a new code', async () => {
    const { page, desk } = await open('/desk')
    desk.answer('sign_in', () => no('wrong_credentials', serverEn('reason.wrong_credentials')))
    await fill(page, { ...anna, [deskEn('sign_in.code')]: '123456' })
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText(serverEn('reason.wrong_credentials')).waitFor()
    assert.deepEqual(await shownToasts(page), [])
    assert.equal(await page.getByLabel(deskEn('sign_in.code')).inputValue(), '')
    assert.equal(
      await page.getByLabel(deskEn('sign_in.password'), { exact: true }).inputValue(),
      'correct horse 1',
    )
  })

  test('shows a notice after the server ended the session, and returns to the same screen', async () => {
    const { page, desk } = await open('/desk/settings', { role: 'owner' })
    await page.getByRole('heading', { name: deskEn('nav.settings') }).waitFor()
    desk.answer('me', () => over)
    await endLongTimers(page, pollTimes.everyMs)
    await page.getByText(deskEn('sign_in.ended.over')).waitFor()
    assert.equal(await page.evaluate(() => sessionStorage.getItem('openlot.desk_session')), null)
    desk.answer('me', undefined)
    await fill(page, { ...anna, [deskEn('sign_in.code')]: '123456' })
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: deskEn('nav.settings') }).waitFor()
  })

  test('links to the trading app for traders who came here by mistake', async () => {
    const { page } = await open('/desk')
    await page.getByRole('link', { name: deskEn('desk.to_app') }).click()
    await page.getByRole('navigation', { name: 'Main sections' }).waitFor()
  })
})

describe('the first sign-in', () => {
  const enrolment = {
    ticket: 'ticket-1',
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Openlot:anna@example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Openlot',
    needs_password: 1,
  }

  async function begin(needsPassword = 1): ReturnType<typeof open> {
    const opened = await open('/desk')
    const { page, desk } = opened
    desk.answer('sign_in', () => ok({ enrolment: { ...enrolment, needs_password: needsPassword } }))
    desk.answer('enrol', () =>
      ok({ token: 'token-of-anna', operator: exampleOperator('owner'), recovery_codes: exampleCodes }),
    )
    await fill(page, anna)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: deskEn('enrol.title') }).waitFor()
    return opened
  }

  test('shows the key as a QR code and as text', async () => {
    const { page, desk } = await begin()
    assert.deepEqual(desk.requestsTo('sign_in')[0]?.input, {
      email: 'anna@example.com',
      password: 'correct horse 1',
    })
    await page.getByRole('img', { name: deskEn('enrol.qr') }).waitFor()
    await page.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP').waitFor()
  })

  test('requires a code and a new password, typed twice', async () => {
    const { page, desk } = await begin()
    await fill(page, { [deskEn('password.new')]: 'short', [deskEn('password.again')]: 'other' })
    await page.getByRole('button', { name: deskEn('enrol.submit') }).click()
    for (const words of [
      deskEn('code.fault.missing'),
      deskEn('password.fault.too_short'),
      deskEn('password.fault.differs'),
    ])
      await page.getByText(words).waitFor()
    assert.equal(desk.requestsTo('enrol').length, 0)
  })

  test('shows refusals of the server beside their fields', async () => {
    const { page, desk } = await begin()
    await fill(page, {
      [deskEn('enrol.code')]: '123456',
      [deskEn('password.new')]: 'password 1',
      [deskEn('password.again')]: 'password 1',
    })
    desk.answer('enrol', () => no('password_common', 'This password is one of the most common ones.'))
    await page.keyboard.press('Enter')
    await page.getByText('This password is one of the most common ones.').waitFor()
    desk.answer('enrol', () => no('wrong_code', 'This code is wrong.'))
    await page.keyboard.press('Enter')
    await page.getByText('This code is wrong.').waitFor()
    assert.deepEqual(await shownToasts(page), [])
    desk.answer('enrol', () => no('enrolment_ended', 'This took too long. Please sign in again.'))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: deskEn('sign_in.title') }).waitFor()
    await waitForToast(page, 'This took too long. Please sign in again.')
  })

  test('asks for no new password if the operator chose the current one', async () => {
    const { page, desk } = await begin(0)
    await page.getByText(deskEn('password.keep')).waitFor()
    await fill(page, { [deskEn('enrol.code')]: '123456' })
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: deskEn('codes.list') }).waitFor()
    assert.deepEqual(desk.requestsTo('enrol')[0]?.input, { ticket: 'ticket-1', totp: '123456' })
  })

  test('shows the recovery codes once, and continues only after a confirmation', async () => {
    const { page } = await begin()
    await fill(page, {
      [deskEn('enrol.code')]: '123456',
      [deskEn('password.new')]: 'better horse 2',
      [deskEn('password.again')]: 'better horse 2',
    })
    await page.keyboard.press('Enter')
    const list = page.getByRole('list', { name: deskEn('codes.list') })
    await list.waitFor()
    assert.deepEqual(await list.getByRole('listitem').allTextContents(), exampleCodes)
    const on = page.getByRole('button', { name: deskEn('codes.go_on') })
    assert.equal(await on.isDisabled(), true)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: deskEn('codes.download') }).click(),
    ])
    assert.equal(file.suggestedFilename(), 'openlot-desk-recovery-codes.txt')
    await page.emulateMedia({ media: 'print' })
    await page.getByRole('heading').waitFor({ state: 'hidden' })
    assert.equal(await list.isVisible(), true)
    await page.emulateMedia({ media: null })
    await page.getByLabel(deskEn('codes.stored')).check()
    await on.click()
    await page.getByRole('heading', { name: deskEn('nav.identity') }).waitFor()
  })
})
