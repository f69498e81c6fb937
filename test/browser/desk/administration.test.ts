import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { messages as deskHk } from '#i18n/desk/hk.ts'
import { exampleAudit } from '#test/browser/desk/example-desk.ts'
import { no, ok } from '#test/browser/desk/fake-answers.ts'
import { exampleCodes } from '#test/browser/desk/fake-desk.ts'
import { pathOf, setUpDesks } from '#test/browser/desk/open-desk.ts'
import { assertInert, hostileMarkdown, hostileNames } from '#test/browser/hostile-texts.ts'
import { pressInOverlay } from '#test/browser/overlay-keys.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import { deskEn, serverEn } from '#test/browser/words.ts'
import { eventually } from '#test/eventually.ts'

const open = setUpDesks()

const rowOf = (page: Page, text: string) => page.locator('tbody tr').filter({ hasText: text })

describe('operators', () => {
  test('are listed with role, state, second factor and last login; the own row is read-only', async () => {
    const { page } = await open('/desk/operators', { role: 'owner' })
    const cells = async (text: string) => {
      await rowOf(page, text).waitFor()
      return await rowOf(page, text).locator('td').allTextContents()
    }
    assert.deepEqual(await cells('anna'), [
      'anna@example.comYou',
      deskEn('role.owner'),
      deskEn('operators.active'),
      deskEn('operators.enrolled'),
      'Mar 5, 2026, 18:12',
      deskEn('operators.own'),
    ])
    assert.deepEqual((await cells('cleo')).slice(1, 5), [
      deskEn('role.viewer'),
      deskEn('operators.active'),
      deskEn('operators.not_enrolled'),
      deskEn('operators.never'),
    ])
    assert.deepEqual((await cells('dora')).slice(1, 3), [deskEn('role.finance'), deskEn('operators.off')])
  })

  test('are added with a code, and their initial password is shown once', async () => {
    const { page, desk } = await open('/desk/operators', { role: 'owner' })
    await page.getByRole('button', { name: deskEn('operators.add') }).click()
    const form = page.getByRole('alertdialog', { name: deskEn('operators.add') })
    await form.getByRole('button', { name: deskEn('operators.add.submit') }).click()
    await form.getByText(deskEn('operators.fault.email')).waitFor()
    await form.getByText(deskEn('code.fault.missing')).waitFor()
    await form.getByLabel(deskEn('sign_in.email')).fill('eve@example.com')
    await form.getByLabel(deskEn('operators.column.role')).selectOption('compliance')
    await form.getByText(deskEn('nav.identity')).waitFor()
    await form.getByLabel(deskEn('code.label')).fill('123456')
    desk.answer('operators/create', () => no('operator_exists', 'There is one already.'))
    await page.keyboard.press('Enter')
    await form.getByText('There is one already.').waitFor()
    desk.answer('operators/create', undefined)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('alertdialog', {
      name: deskEn('operators.password.title', { email: 'eve@example.com' }),
    })
    await dialog.getByText('KD7M-PX2Q-VN4T-WH6B').waitFor()
    await pressInOverlay(page, 'Escape')
    await dialog.getByRole('button', { name: deskEn('operators.password.copy') }).waitFor()
    await dialog.getByRole('button', { name: deskEn('operators.password.done') }).click()
    await dialog.waitFor({ state: 'detached' })
    await rowOf(page, 'eve@example.com').getByText(deskEn('role.compliance')).waitFor()
    assert.deepEqual(desk.requestsTo('operators/create').at(-1)?.input, {
      email: 'eve@example.com',
      role: 'compliance',
      totp: '123456',
    })
    assert.equal(desk.requestsTo('operators').length, 1)
  })

  test('change role, are disabled and are reset, each with a code', async () => {
    const { page, desk } = await open('/desk/operators', { role: 'owner' })
    const form = page.getByRole('alertdialog')
    const press = (action: string) => page.getByRole('button', { name: `${action}: ben@example.com` }).click()
    const confirm = async (button: string) => {
      await form.getByLabel(deskEn('code.label')).fill('123456')
      await form.getByRole('button', { name: button }).click()
    }
    await press(deskEn('operators.column.role'))
    await confirm(deskEn('operators.role.submit'))
    await form.getByText(deskEn('operators.fault.role')).waitFor()
    await form.getByLabel(deskEn('operators.column.role')).selectOption('support')
    await confirm(deskEn('operators.role.submit'))
    await rowOf(page, 'ben').getByText(deskEn('role.support')).waitFor()
    await press(deskEn('operators.switch_off'))
    desk.answer('operators/change', () => no('wrong_code', 'This code is wrong.'))
    await confirm(deskEn('operators.switch_off'))
    await form.getByText('This code is wrong.').waitFor()
    desk.answer('operators/change', undefined)
    await confirm(deskEn('operators.switch_off'))
    await rowOf(page, 'ben').getByText(deskEn('operators.off')).waitFor()
    await press(deskEn('operators.reset'))
    await confirm(deskEn('operators.reset'))
    await page.getByText('QW3E-RT5Y-UP7A-SD9F').waitFor()
    assert.deepEqual(
      desk.requestsTo('operators/change').map(({ input }) => input),
      [
        { id: 2, role: 'support', totp: '123456' },
        { id: 2, is_active: 0, totp: '123456' },
        { id: 2, is_active: 0, totp: '123456' },
        { id: 2, reset: 1, totp: '123456' },
      ],
    )
  })
})

describe('the audit log', () => {
  test('describes actor, action, target, address and time of each entry', async () => {
    const { page } = await open('/desk/audit', { role: 'viewer' })
    await page.locator('tbody tr').nth(8).waitFor()
    const text = async (at: number) => await page.locator('tbody tr').nth(at).locator('td').allTextContents()
    assert.deepEqual(await text(0), [
      'Mar 5, 2026, 18:40',
      'ben@example.com203.0.113.7',
      deskEn('audit.action.identity_refused'),
      deskEn('check.title', { id: '12' }),
      'User7RemarkThe document has expired.',
    ])
    assert.equal((await text(3))[4], 'RoleViewer → Compliance')
    assert.deepEqual((await text(8)).slice(2), ['brand new deed', 'comet halley', 'tail km7'])
    const time = page.locator('tbody time').first()
    assert.equal(await time.getAttribute('title'), 'Mar 5, 2026, 10:40:09 UTC')
  })

  test('says in either language that long details were left out', async () => {
    const { page, desk } = await open('/desk/account', { role: 'viewer' })
    const details = '{"left_out":"longer than 65536 bytes"}'
    desk.answer('audit', () =>
      ok({ data: exampleAudit.slice(0, 1).map((entry) => ({ ...entry, details })), total: 1 }),
    )
    await page.getByRole('link', { name: deskEn('nav.audit') }).click()
    const cell = page.locator('tbody tr td').nth(4)
    await cell.getByText(deskEn('audit.left_out'), { exact: true }).waitFor()
    assert.equal(await cell.locator('dt').textContent(), deskEn('audit.column.details'))
    await page.getByText('繁體中文').click()
    await cell.getByText(deskHk['audit.left_out'], { exact: true }).waitFor()
  })

  test('shows hostile details of companies and events as text', async () => {
    const [from = '', to = '', title = ''] = hostileNames
    const { page, desk } = await open('/desk/account', { role: 'viewer' })
    const entryOf = (id: number, action: string, details: object) => ({
      ...{ id, action, who: from, address: to, at: '2026-03-05T10:40:09.000Z' },
      ...{ subject: `${action}:${title}`, details: JSON.stringify(details) },
    })
    desk.answer('audit', () =>
      ok({
        data: [
          entryOf(3, 'company_changed', {
            name_hk: { from, to },
            loss_url: { from: '', to: hostileMarkdown },
          }),
          entryOf(2, 'calendar_event_changed', { titles: { from: { en: from }, to: { en: title } } }),
          entryOf(1, to, { [title]: hostileMarkdown }),
        ],
        total: 3,
      }),
    )
    await page.getByRole('link', { name: deskEn('nav.audit') }).click()
    await page.locator('dd').getByText(deskEn('audit.change', { from, to }), { exact: true }).waitFor()
    assert.equal(await page.locator('dd').count(), 4)
    await assertInert(page)
  })

  test('pages through the entries', async () => {
    const { page, desk } = await open('/desk/audit', { role: 'owner' })
    await page.getByRole('button', { name: deskEn('pager.next') }).click()
    await page.getByText(deskEn('pager.place', { page: '2', pages: '4' })).waitFor()
    assert.equal(pathOf(page), '/desk/audit?page=2')
    await page.getByRole('button', { name: deskEn('pager.previous') }).click()
    await page.getByText(deskEn('pager.place', { page: '1', pages: '4' })).waitFor()
    // The page shows what it had until the answer comes.
    await eventually(() => desk.requestsTo('audit').length > 2)
    assert.deepEqual(
      desk.requestsTo('audit').map(({ input }) => input['page']),
      ['1', '2', '1'],
    )
  })

  test('shows an empty state', async () => {
    const { page, desk } = await open('/desk/account', { role: 'owner' })
    desk.answer('audit', () => ok({ data: [], total: 0 }))
    await page.getByRole('link', { name: deskEn('nav.audit') }).click()
    await page.getByText(deskEn('audit.empty')).waitFor()
  })
})

describe('settings', () => {
  test('are changed after a confirmation with the old and the new value', async () => {
    const { page, desk } = await open('/desk/settings', { role: 'owner' })
    const select = page.getByLabel(deskEn('settings.value', { key: 'invite_required' }))
    await select.selectOption('1')
    const question = page.getByRole('alertdialog', {
      name: deskEn('settings.confirm.title', { key: 'invite_required' }),
    })
    await question.waitFor()
    assert.deepEqual(await question.locator('dd').allTextContents(), [
      deskEn('setting.is_show_mobile.0'),
      deskEn('setting.is_show_mobile.1'),
    ])
    await question.getByRole('button', { name: deskEn('control.cancel') }).click()
    await question.waitFor({ state: 'detached' })
    assert.equal(await select.inputValue(), '0')
    assert.equal(desk.requestsTo('settings/change').length, 0)
    await select.selectOption('1')
    await pressInOverlay(page, 'Enter')
    await question.waitFor({ state: 'detached' })
    assert.equal(await select.inputValue(), '1')
    assert.deepEqual(desk.requestsTo('settings/change')[0]?.input, { key: 'invite_required', value: '1' })
  })

  test('of type text are edited and saved', async () => {
    const { page, desk } = await open('/desk/settings', { role: 'owner' })
    const save = page.getByRole('button', { name: deskEn('settings.save') }).first()
    assert.equal(await save.isDisabled(), true)
    await page
      .getByLabel(deskEn('settings.value', { key: 'service_link' }), { exact: true })
      .fill(' https://help.example.com ')
    await save.click()
    const question = page.getByRole('alertdialog')
    await question.waitFor()
    assert.deepEqual(await question.locator('dd').allTextContents(), ['(empty)', 'https://help.example.com'])
    desk.answer('settings/change', () =>
      no('invalid_input', serverEn('reason.invalid_input.field', { field: 'value' })),
    )
    await question.getByRole('button', { name: deskEn('settings.confirm.submit') }).click()
    await waitForToast(page, serverEn('reason.invalid_input.field', { field: 'value' }))
    assert.equal(await question.isVisible(), true)
    desk.answer('settings/change', undefined)
    await question.getByRole('button', { name: deskEn('settings.confirm.submit') }).click()
    await question.waitFor({ state: 'detached' })
    assert.equal(desk.requestsTo('settings/change').at(-1)?.input['value'], 'https://help.example.com')
  })

  test('of type number are saved only within their bounds', async () => {
    const { page, desk } = await open('/desk/settings', { role: 'owner' })
    const row = page.locator('li', { hasText: 'payout_method_wait_hours' })
    await row.getByText(deskEn('settings.range', { least: 0, most: 168 })).waitFor()
    const save = row.getByRole('button', { name: deskEn('settings.save') })
    const field = row.getByLabel(deskEn('settings.value', { key: 'payout_method_wait_hours' }))
    for (const typed of ['169', '-1', '1.5', '']) {
      await field.fill(typed)
      assert.equal(await save.isDisabled(), true, typed)
    }
    await field.fill('48')
    await save.click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: deskEn('settings.confirm.submit') })
      .click()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    const sent = { key: 'payout_method_wait_hours', value: '48' }
    assert.deepEqual(desk.requestsTo('settings/change').at(-1)?.input, sent)
  })

  test('that protect money are proposed if they get weaker, and changed at once if they get stronger', async () => {
    const { page } = await open('/desk/settings', { role: 'owner' })
    const key = 'payout_method_wait_hours'
    const row = page.locator('li', { hasText: key })
    const field = row.getByLabel(deskEn('settings.value', { key }))
    const question = page.getByRole('alertdialog')
    const second = question.getByText(deskEn('settings.confirm.second'))
    await field.fill('48')
    await page.keyboard.press('Enter')
    await question.getByRole('button', { name: deskEn('settings.confirm.submit') }).waitFor()
    assert.equal(await second.count(), 0)
    await pressInOverlay(page, 'Enter')
    await question.waitFor({ state: 'detached' })
    await waitForToast(page, serverEn('done.saved'))
    await field.fill('12')
    await page.keyboard.press('Enter')
    await second.waitFor()
    await question.getByRole('button', { name: deskEn('settings.confirm.propose') }).click()
    await question.waitFor({ state: 'detached' })
    await waitForToast(page, serverEn('done.proposed'))
    const time = 'Mar 5, 2026, 20:00'
    await row.getByText(deskEn('settings.proposed', { email: 'anna@example.com', time })).waitFor()
    assert.deepEqual(await row.locator('dd').allTextContents(), ['48', '12'])
    assert.equal(await field.inputValue(), '48', 'the value is as before')
    await row.getByRole('link', { name: deskEn('proposal.approvals') }).click()
    await page.waitForURL('**/desk/approvals')
  })

  test('that protect money are changed at once while the two-person rule is waived', async () => {
    const { page } = await open('/desk/settings', { role: 'owner', isTwoPersonWaived: true })
    const key = 'payout_method_wait_hours'
    await page.getByLabel(deskEn('settings.value', { key })).fill('12')
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: deskEn('settings.confirm.submit') }).click()
    await question.waitFor({ state: 'detached' })
    await waitForToast(page, serverEn('done.saved'))
  })

  test("are read-only for viewers, and an unknown one is shown with the server's description", async () => {
    const { page } = await open('/desk/settings', { role: 'viewer' })
    await page.getByText(deskEn('settings.viewer')).waitFor()
    await page.getByText('A setting of a newer server.').waitFor()
    await page.getByText(deskEn('settings.default', { value: deskEn('setting.trade_fee_type.1') })).waitFor()
    assert.equal(await page.locator('main').locator('select, input, button').count(), 0)
  })
})

describe("the operator's own account", () => {
  test('changes the password, which must be strong and new', async () => {
    const { page, desk } = await open('/desk/account', { role: 'support' })
    const fill = async (values: Readonly<Record<string, string>>) => {
      for (const [label, value] of Object.entries(values))
        await page.getByLabel(label, { exact: true }).first().fill(value)
    }
    const submit = page.getByRole('button', { name: deskEn('account.password.submit') })
    await fill({
      [deskEn('account.password.old')]: 'correct horse 1',
      [deskEn('password.new')]: 'correct horse 1',
      [deskEn('password.again')]: 'correct horse 1',
      [deskEn('code.label')]: '123456',
    })
    await submit.click()
    await page.getByText(deskEn('account.password.same')).waitFor()
    await fill({ [deskEn('password.new')]: 'better horse 2', [deskEn('password.again')]: 'better horse 2' })
    desk.answer('change_password', () => no('wrong_password', serverEn('reason.wrong_password')))
    await submit.click()
    await page.getByText(serverEn('reason.wrong_password')).waitFor()
    desk.answer('change_password', undefined)
    await submit.click()
    await waitForToast(page, serverEn('done.password_changed'))
    assert.deepEqual(desk.requestsTo('change_password').at(-1)?.input, {
      old_password: 'correct horse 1',
      new_password: 'better horse 2',
      totp: '123456',
    })
    assert.equal(await page.getByLabel(deskEn('account.password.old'), { exact: true }).inputValue(), '')
  })

  test('creates new recovery codes, shown once', async () => {
    const { page } = await open('/desk/account', { role: 'viewer' })
    await page.getByRole('button', { name: deskEn('account.codes.submit') }).click()
    await page.getByText(deskEn('sign_in.fault.password')).waitFor()
    await page.getByLabel(deskEn('account.codes.password')).fill('correct horse 1')
    await page.getByLabel(deskEn('code.label')).last().fill('123456')
    await page.keyboard.press('Enter')
    const list = page.getByRole('list', { name: deskEn('codes.list') })
    await list.waitFor()
    assert.deepEqual(await list.getByRole('listitem').allTextContents(), exampleCodes)
    await page.getByLabel(deskEn('codes.stored')).check()
    await page.getByRole('button', { name: deskEn('codes.done') }).click()
    await list.waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel(deskEn('account.codes.password')).inputValue(), '')
  })
})
