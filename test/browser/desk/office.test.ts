import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { exampleCodes, no, ok } from '#test/browser/desk/fake-desk.ts'
import { pathOf, takeDesks } from '#test/browser/desk/open-desk.ts'

const open = takeDesks()

const rowOf = (page: Page, text: string) => page.locator('tbody tr').filter({ hasText: text })

describe('operators', () => {
  test('are listed with their role, state, second factor and last visit; one’s own row is for others to change', async () => {
    const { page } = await open('/desk/operators', { role: 'owner' })
    const cells = async (text: string) => {
      await rowOf(page, text).waitFor()
      return await rowOf(page, text).locator('td').allTextContents()
    }
    assert.deepEqual(await cells('anna'), [
      'anna@example.comYou',
      'Owner',
      'Active',
      'Set up',
      'Mar 5, 2026, 18:12',
      'Another owner can change this',
    ])
    assert.deepEqual((await cells('cleo')).slice(1, 5), ['Viewer', 'Active', 'Not yet', 'Never'])
    assert.deepEqual((await cells('dora')).slice(1, 3), ['Finance', 'Switched off'])
  })

  test('are added with a code, and their first password is shown once', async () => {
    const { page, desk } = await open('/desk/operators', { role: 'owner' })
    await page.getByRole('button', { name: 'Add an operator' }).click()
    const form = page.getByRole('alertdialog', { name: 'Add an operator' })
    await form.getByRole('button', { name: 'Add' }).click()
    await form.getByText('Please enter a valid email address.').waitFor()
    await form.getByText('Please enter the code.').waitFor()
    await form.getByLabel('Email').fill('eve@example.com')
    await form.getByLabel('Role').selectOption('compliance')
    await form.getByText('Identity checks').waitFor()
    await form.getByLabel('Code of your authenticator').fill('123456')
    desk.answer('operators/create', () => no('operator_exists', 'There is one already.'))
    await page.keyboard.press('Enter')
    await form.getByText('There is one already.').waitFor()
    desk.answer('operators/create', undefined)
    await page.keyboard.press('Enter')
    const told = page.getByRole('alertdialog', { name: 'First password for eve@example.com' })
    await told.getByText('KD7M-PX2Q-VN4T-WH6B').waitFor()
    await page.keyboard.press('Escape')
    await told.getByRole('button', { name: 'Copy the password' }).waitFor()
    await told.getByRole('button', { name: 'I have noted it' }).click()
    await told.waitFor({ state: 'detached' })
    await rowOf(page, 'eve@example.com').getByText('Compliance').waitFor()
    assert.deepEqual(desk.askedFor('operators/create').at(-1)?.input, {
      email: 'eve@example.com',
      role: 'compliance',
      totp: '123456',
    })
    assert.equal(desk.askedFor('operators').length, 1)
  })

  test('get another role, are switched off, and reset, each with a code', async () => {
    const { page, desk } = await open('/desk/operators', { role: 'owner' })
    const form = page.getByRole('alertdialog')
    const press = (action: string) => page.getByRole('button', { name: `${action}: ben@example.com` }).click()
    const confirm = async (button: string) => {
      await form.getByLabel('Code of your authenticator').fill('123456')
      await form.getByRole('button', { name: button }).click()
    }
    await press('Role')
    await confirm('Change the role')
    await form.getByText('They have this role already.').waitFor()
    await form.getByLabel('Role').selectOption('support')
    await confirm('Change the role')
    await rowOf(page, 'ben').getByText('Support').waitFor()
    await press('Switch off')
    desk.answer('operators/change', () => no('wrong_code', 'This code is wrong.'))
    await confirm('Switch off')
    await form.getByText('This code is wrong.').waitFor()
    desk.answer('operators/change', undefined)
    await confirm('Switch off')
    await rowOf(page, 'ben').getByText('Switched off').waitFor()
    await press('Reset')
    await confirm('Reset')
    await page.getByText('QW3E-RT5Y-UP7A-SD9F').waitFor()
    assert.deepEqual(
      desk.askedFor('operators/change').map(({ input }) => input),
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
  test('tells who did what to whom, in words, from where and when', async () => {
    const { page } = await open('/desk/audit', { role: 'viewer' })
    await page.locator('tbody tr').nth(8).waitFor()
    const text = async (at: number) => await page.locator('tbody tr').nth(at).locator('td').allTextContents()
    assert.deepEqual(await text(0), [
      'Mar 5, 2026, 18:40',
      'ben@example.com203.0.113.7',
      'Refused an identity',
      'Identity check 12',
      'User7RemarkThe document has expired.',
    ])
    assert.equal((await text(3))[4], 'RoleViewer → Compliance')
    assert.deepEqual((await text(8)).slice(2), ['brand new deed', 'comet halley', 'tail km7'])
    const time = page.locator('tbody time').first()
    assert.equal(await time.getAttribute('title'), 'Mar 5, 2026, 10:40:09 UTC')
  })

  test('is turned page by page', async () => {
    const { page, desk } = await open('/desk/audit', { role: 'owner' })
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('Page 2 of 4').waitFor()
    assert.equal(pathOf(page), '/desk/audit?page=2')
    await page.getByRole('button', { name: 'Previous page' }).click()
    await page.getByText('Page 1 of 4').waitFor()
    assert.deepEqual(
      desk.askedFor('audit').map(({ input }) => input['page']),
      ['1', '2', '1'],
    )
  })

  test('says when there is nothing in it', async () => {
    const { page, desk } = await open('/desk/account', { role: 'owner' })
    desk.answer('audit', () => ok({ data: [], total: 0 }))
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByText('Nothing has been recorded yet').waitFor()
  })
})

describe('settings', () => {
  test('are changed after a second look, which shows what was and what will be', async () => {
    const { page, desk } = await open('/desk/settings', { role: 'owner' })
    const select = page.getByLabel('Value of invite_required')
    await select.selectOption('1')
    const question = page.getByRole('alertdialog', { name: 'Change “invite_required”?' })
    await question.waitFor()
    assert.deepEqual(await question.locator('dd').allTextContents(), ['No', 'Yes'])
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    assert.equal(await select.inputValue(), '0')
    assert.equal(desk.askedFor('settings/change').length, 0)
    await select.selectOption('1')
    await question.locator(':focus').waitFor()
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    assert.equal(await select.inputValue(), '1')
    assert.deepEqual(desk.askedFor('settings/change')[0]?.input, { key: 'invite_required', value: '1' })
  })

  test('that are text are typed and saved', async () => {
    const { page, desk } = await open('/desk/settings', { role: 'owner' })
    const save = page.getByRole('button', { name: 'Save' }).first()
    assert.equal(await save.isDisabled(), true)
    await page.getByLabel('Value of service_link', { exact: true }).fill(' https://help.example.com ')
    await save.click()
    const question = page.getByRole('alertdialog')
    await question.waitFor()
    assert.deepEqual(await question.locator('dd').allTextContents(), ['(empty)', 'https://help.example.com'])
    desk.answer('settings/change', () => no('invalid_input', 'Please check “value” and try again.'))
    await question.getByRole('button', { name: 'Change it' }).click()
    await page.locator('.toast').getByText('Please check “value” and try again.').waitFor()
    assert.equal(await question.isVisible(), true)
    desk.answer('settings/change', undefined)
    await question.getByRole('button', { name: 'Change it' }).click()
    await question.waitFor({ state: 'detached' })
    assert.equal(desk.askedFor('settings/change').at(-1)?.input['value'], 'https://help.example.com')
  })

  test('are only read by viewers, a newer one in the server’s words', async () => {
    const { page } = await open('/desk/settings', { role: 'viewer' })
    await page.getByText('Your role reads the settings. An owner changes them.').waitFor()
    await page.getByText('A setting of a newer server.').waitFor()
    await page.getByText('Default: A fee per lot').waitFor()
    assert.equal(await page.locator('main').locator('select, input, button').count(), 0)
  })
})

describe('the own account', () => {
  test('gets another password, which must be a good and a new one', async () => {
    const { page, desk } = await open('/desk/account', { role: 'support' })
    const fill = async (values: Readonly<Record<string, string>>) => {
      for (const [label, value] of Object.entries(values))
        await page.getByLabel(label, { exact: true }).first().fill(value)
    }
    const submit = page.getByRole('button', { name: 'Change the password' })
    await fill({
      'Present password': 'correct horse 1',
      'New password': 'correct horse 1',
      'The new password again': 'correct horse 1',
      'Code of your authenticator': '123456',
    })
    await submit.click()
    await page.getByText('The new password must differ from the present one.').waitFor()
    await fill({ 'New password': 'better horse 2', 'The new password again': 'better horse 2' })
    desk.answer('change_password', () => no('wrong_password', 'The old password is wrong.'))
    await submit.click()
    await page.getByText('The old password is wrong.').waitFor()
    desk.answer('change_password', undefined)
    await submit.click()
    await page.locator('.toast').getByText('Every other session has ended.').waitFor()
    assert.deepEqual(desk.askedFor('change_password').at(-1)?.input, {
      old_password: 'correct horse 1',
      new_password: 'better horse 2',
      totp: '123456',
    })
    assert.equal(await page.getByLabel('Present password', { exact: true }).inputValue(), '')
  })

  test('gets new recovery codes, shown once', async () => {
    const { page } = await open('/desk/account', { role: 'viewer' })
    await page.getByRole('button', { name: 'Make new codes' }).click()
    await page.getByText('Please enter your password.').waitFor()
    await page.getByLabel('Your password').fill('correct horse 1')
    await page.getByLabel('Code of your authenticator').last().fill('123456')
    await page.keyboard.press('Enter')
    const list = page.getByRole('list', { name: 'Recovery codes' })
    await list.waitFor()
    assert.deepEqual(await list.getByRole('listitem').allTextContents(), exampleCodes)
    await page.getByLabel('I have stored them in a safe place').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await list.waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('Your password').inputValue(), '')
  })
})
