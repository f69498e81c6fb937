import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type ExampleFreeze, exampleFreezes } from '#test/browser/desk/example-desk.ts'
import { no } from '#test/browser/desk/fake-answers.ts'
import { pathOf, setUpDesks } from '#test/browser/desk/open-desk.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import { deskEn, serverEn } from '#test/browser/words.ts'

const open = setUpDesks()

const rows = (page: Page) => page.locator('tbody tr')
const cells = (page: Page, at: number) => rows(page).nth(at).locator('td').allTextContents()
const liftButton = (page: Page, uid: string) =>
  page.getByRole('button', { name: deskEn('freezes.lift_of', { uid }) })
const badge = (page: Page, count: number) =>
  page.getByRole('link', { name: `${deskEn('nav.freezes')} ${deskEn('nav.frozen', { count })}` })

async function fillLift(page: Page, reason: string) {
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel(deskEn('freezes.lift.reason')).fill(reason)
  await dialog.getByLabel(deskEn('code.label')).fill('123456')
  await dialog.getByRole('button', { name: deskEn('freezes.lift') }).click()
}

describe('frozen accounts', () => {
  test('are listed with user, cause, error and time, and counted in the side bar', async () => {
    const { page } = await open('/desk/freezes', { role: 'owner', freezes: exampleFreezes, stillClock: true })
    await rows(page).nth(1).waitFor()
    assert.deepEqual(await cells(page, 0), [
      `30481277${deskEn('freezes.real')}`,
      `${deskEn('freezes.cause.not_stored')}${exampleFreezes[0]?.detail}`,
      `Mar 5, 2026, 17:20${deskEn('span.hours', { count: 2 })}`,
      deskEn('freezes.lift'),
    ])
    assert.deepEqual((await cells(page, 1)).slice(0, 2), [
      `88120045${deskEn('freezes.demo')}`,
      `${deskEn('freezes.cause.quote_failed')}RangeError: 9007199254740993 is not a safe integer`,
    ])
    assert.equal(await rows(page).count(), 2)
    await badge(page, 2).waitFor()
  })

  test('are lifted with a reason and a code, and the list is read again', async () => {
    const { page, desk } = await open('/desk/freezes', { role: 'owner', freezes: exampleFreezes })
    await liftButton(page, '30481277').click()
    const dialog = page.getByRole('alertdialog', { name: deskEn('freezes.lift.title', { uid: '30481277' }) })
    await dialog.getByText(deskEn('freezes.lift.text')).waitFor()
    await dialog.getByRole('button', { name: deskEn('freezes.lift') }).click()
    await dialog.getByText(deskEn('freezes.lift.missing')).waitFor()
    await dialog.getByText(deskEn('code.fault.missing')).waitFor()
    assert.equal(desk.requestsTo('freezes/lift').length, 0)
    desk.answer('freezes/lift', () => no('wrong_code', serverEn('reason.wrong_code')))
    await fillLift(page, ' Fixed and verified ')
    await dialog.getByText(serverEn('reason.wrong_code')).waitFor()
    assert.equal(desk.requestsTo('freezes').length, 1)
    desk.answer('freezes/lift', undefined)
    await fillLift(page, ' Fixed and verified ')
    await waitForToast(page, serverEn('done.freeze_lifted'))
    await dialog.waitFor({ state: 'detached' })
    await liftButton(page, '30481277').waitFor({ state: 'detached' })
    await badge(page, 1).waitFor()
    assert.equal(desk.requestsTo('freezes').length, 2)
    assert.deepEqual(desk.requestsTo('freezes/lift').at(-1)?.input, {
      user_id: 17,
      frozen_at: exampleFreezes[0]?.frozen_at,
      reason: 'Fixed and verified',
      totp: '123456',
    })
  })

  for (const reason of ['not_frozen', 'frozen_again', 'outcome_unknown'] as const)
    test(`are read again if the lift is refused as ${reason}`, async () => {
      const { page, desk } = await open('/desk/freezes', { role: 'owner', freezes: exampleFreezes })
      await liftButton(page, '88120045').click()
      desk.answer('freezes/lift', () => no(reason, serverEn(`reason.${reason}`)))
      desk.freezes = exampleFreezes.filter(({ uid }) => uid !== '88120045')
      await fillLift(page, 'Fixed')
      await waitForToast(page, serverEn(`reason.${reason}`))
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      await liftButton(page, '88120045').waitFor({ state: 'detached' })
    })

  test('keep the reason if the engine is busy', async () => {
    const { page, desk } = await open('/desk/freezes', { role: 'owner', freezes: exampleFreezes })
    await liftButton(page, '88120045').click()
    desk.answer('freezes/lift', () => no('busy', serverEn('reason.busy')))
    await fillLift(page, 'Fixed')
    await waitForToast(page, serverEn('reason.busy'))
    const field = page.getByRole('alertdialog').getByLabel(deskEn('freezes.lift.reason'))
    assert.equal(await field.inputValue(), 'Fixed')
  })

  test('show the lifted freezes with operator, reason and times', async () => {
    const { page, desk } = await open('/desk/freezes', { role: 'viewer', freezes: exampleFreezes })
    await page.getByRole('tab', { name: deskEn('freezes.tab.lifted') }).click()
    await page.getByText('ben@example.com').waitFor()
    assert.equal(pathOf(page), '/desk/freezes?state=lifted')
    assert.deepEqual(await cells(page, 0), [
      `51900362${deskEn('freezes.real')}`,
      `${deskEn('freezes.cause.command_failed')}TypeError: Cannot read properties of undefined`,
      'Mar 4, 2026, 15:02',
      'Mar 4, 2026, 16:31ben@example.com',
      exampleFreezes[2]?.reason,
    ])
    assert.equal(desk.requestsTo('freezes').at(-1)?.input['state'], 'lifted')
  })

  test('cannot be lifted by other roles', async () => {
    const { page } = await open('/desk/freezes', { role: 'support', freezes: exampleFreezes })
    await page.getByText(deskEn('freezes.viewer')).waitFor()
    await rows(page).nth(1).waitFor()
    assert.equal(await page.getByRole('button', { name: deskEn('freezes.lift') }).count(), 0)
  })

  test('appear while the screen is open', async () => {
    const { page, desk } = await open('/desk/freezes', { role: 'owner' })
    await page.getByText(deskEn('freezes.empty.frozen'), { exact: true }).waitFor()
    desk.freezes = exampleFreezes
    // The console polls at once when its tab becomes visible.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await rows(page).nth(1).waitFor()
    assert.equal(desk.requestsTo('freezes').length, 2)
  })

  test('are read in pages, and a page that no longer exists leads to the last', async () => {
    const [first] = exampleFreezes
    assert.ok(first)
    const freezes: readonly ExampleFreeze[] = Array.from({ length: 21 }, (_, at) => ({
      ...first,
      ...{ id: at + 1, user_id: at + 1, uid: String(30_000_000 + at) },
    }))
    const { page, desk } = await open('/desk/freezes?page=2', { role: 'owner', freezes })
    await liftButton(page, '30000020').click()
    await fillLift(page, 'Fixed')
    await liftButton(page, '30000000').waitFor()
    assert.equal(pathOf(page), '/desk/freezes')
    assert.equal(desk.requestsTo('freezes').at(-1)?.input['page'], '1')
  })

  test('show a failure with a retry, and the empty states', async () => {
    const { page, desk } = await open('/desk/account', { role: 'owner' })
    desk.answer('freezes', () => ({ code: 500, msg: 'f-1', data: null }))
    await page.getByRole('link', { name: deskEn('nav.freezes') }).click()
    await page.getByText(deskEn('freezes.failed')).waitFor()
    desk.answer('freezes', undefined)
    await page.getByRole('button', { name: deskEn('control.retry') }).click()
    await page.getByText(deskEn('freezes.empty.frozen'), { exact: true }).waitFor()
    await page.getByRole('tab', { name: deskEn('freezes.tab.lifted') }).click()
    await page.getByText(deskEn('freezes.empty.lifted')).waitFor()
  })
})
