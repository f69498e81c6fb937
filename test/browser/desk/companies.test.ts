import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { DeskCompany } from '#contract/desk/companies.ts'
import { no, ok } from '#test/browser/desk/fake-answers.ts'
import { type DeskOptions, setUpDesks } from '#test/browser/desk/open-desk.ts'
import { assertInert, hostileMarkdown, hostileNames } from '#test/browser/hostile-texts.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import { deskEn, serverEn } from '#test/browser/words.ts'

const openDesk = setUpDesks()

const northway: DeskCompany = {
  ...{ id: 11, name: 'Northway Markets', logo: '', website: 'https://northway.example/' },
  ...{ legal_name: 'Northway Markets Ltd', registered_address: '2 Harbour Road', office_address: '' },
  ...{ email: 'help@northway.example', is_visible: 1, revision: 3, updated_at: '2026-03-05T10:00:00.000Z' },
  ...{ status: 2, status_reason: 'Licence lapsed', loss_url: 'https://elsewhere.example/' },
}

const listOf = (data: readonly DeskCompany[]) => ({
  ...{ data, total: data.length, main_company: 0, loss_url_list: ['https://notice.example'] },
})

async function open(deskOptions: DeskOptions, data: readonly DeskCompany[] = [northway]) {
  const opened = await openDesk('/desk/account', deskOptions)
  opened.desk.answer('companies', () => ok(listOf(data)))
  opened.desk.answer('companies/save', () => ok(northway, serverEn('done.saved')))
  await opened.page.getByRole('link', { name: deskEn('nav.companies') }).click()
  await opened.page.getByRole('heading', { name: deskEn('companies.title') }).waitFor()
  return opened
}

const dialogOf = (page: Page) => page.locator('dialog[open]')
const field = (page: Page, name: 'name' | 'website' | 'status' | 'status_reason' | 'loss_url') =>
  dialogOf(page).getByLabel(deskEn(`company.field.${name}`), { exact: true })
const saveIn = (page: Page) => dialogOf(page).getByRole('button', { name: deskEn('company.save') })

describe('companies', () => {
  test('are listed, searched, hidden and changed', async () => {
    const { page, desk } = await open({ role: 'content' })
    await page.getByText(deskEn('companies.mode_off')).waitFor()
    await page.locator('tbody').getByText(deskEn('company.not_listed')).waitFor()
    const hide = deskEn('company.action_of', { action: deskEn('company.hide'), name: northway.name })
    await page.getByRole('button', { name: hide }).click()
    await waitForToast(page, serverEn('done.saved'))
    assert.equal(desk.requestsTo('companies/save')[0]?.input['is_visible'], 0)
    await page.getByRole('button', { name: northway.name, exact: true }).click()
    await dialogOf(page).getByText(deskEn('company.loss_url.not_listed')).waitFor()
    await field(page, 'website').fill('javascript:window.wasInjected=true')
    await field(page, 'loss_url').fill('https://notice.example.evil.example/')
    await dialogOf(page).getByText(deskEn('company.loss_url.not_listed')).waitFor()
    await field(page, 'loss_url').fill('https://notice.example/closed')
    await dialogOf(page).getByText(deskEn('company.loss_url.used')).waitFor()
    await saveIn(page).click()
    await dialogOf(page).getByText(deskEn('company.fault.website')).waitFor()
    assert.equal(desk.requestsTo('companies/save').length, 1)
    await field(page, 'website').fill('https://northway.example')
    desk.answer('companies/save', () => no('changed_meanwhile', serverEn('reason.changed_meanwhile')))
    const newer = { ...northway, email: 'new@northway.example', revision: 4 }
    desk.answer('companies', ({ name }) => ok(name === 'zzz' ? listOf([]) : listOf([newer])))
    await saveIn(page).click()
    await dialogOf(page).getByText(deskEn('desk.merged')).waitFor()
    assert.equal(await field(page, 'loss_url').inputValue(), 'https://notice.example/closed')
    desk.answer('companies/save', () => ok(northway, serverEn('done.saved')))
    await saveIn(page).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    const { updated_at: _, ...unchanged } = newer
    assert.deepEqual(desk.requestsTo('companies/save').at(-1)?.input, {
      ...unchanged,
      website: 'https://northway.example',
      loss_url: 'https://notice.example/closed',
    })
    await page.getByRole('textbox', { name: deskEn('companies.search') }).fill('zzz')
    await page.keyboard.press('Enter')
    await page.getByText(deskEn('companies.none', { name: 'zzz' })).waitFor()
  })

  test('are only read by viewers, and hostile texts stay texts', async () => {
    const [first = ''] = hostileNames
    const hostile = hostileNames.map((name, at) => ({
      ...{ ...northway, id: at + 1, name, legal_name: hostileMarkdown, status_reason: name },
      ...{ loss_url: name, office_address: hostileMarkdown },
    }))
    const { page } = await open({ role: 'viewer' }, hostile)
    await page.getByRole('button', { name: first, exact: true }).click()
    await field(page, 'name').waitFor()
    assert.equal(await saveIn(page).count(), 0)
    assert.equal(await field(page, 'name').isEditable(), false)
    assert.equal(await page.getByRole('button', { name: deskEn('companies.add') }).count(), 0)
    await assertInert(page)
  })
})
