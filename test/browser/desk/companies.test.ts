import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { DeskCompany } from '#contract/desk/companies.ts'
import { languages } from '#i18n/languages.ts'
import { no, ok } from '#test/browser/desk/fake-answers.ts'
import { type DeskOptions, setUpDesks } from '#test/browser/desk/open-desk.ts'
import { assertInert, hostileMarkdown, hostileNames } from '#test/browser/hostile-texts.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import { deskEn, serverEn } from '#test/browser/words.ts'

const openDesk = setUpDesks()

const english = {
  ...{ name: 'Northway Markets', legal_name: 'Northway Markets Ltd' },
  ...{ registered_address: '2 Harbour Road', office_address: '' },
}
const noText = { name: '', legal_name: '', registered_address: '', office_address: '' }
const chinese = { ...noText, name: '北方證券' }

const northway: DeskCompany = {
  ...{ id: 11, texts: { en: english, hk: chinese }, logo: '', website: 'https://northway.example/' },
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

type FieldName =
  | 'name'
  | 'legal_name'
  | 'office_address'
  | 'website'
  | 'status'
  | 'status_reason'
  | 'loss_url'

const dialogOf = (page: Page) => page.locator('dialog[open]')
const field = (page: Page, name: FieldName) =>
  dialogOf(page).getByLabel(deskEn(`company.field.${name}`), { exact: true })
const saveIn = (page: Page) => dialogOf(page).getByRole('button', { name: deskEn('company.save') })
const tab = (page: Page, name: string) => dialogOf(page).getByRole('tab', { name, exact: true })
const addLanguage = (page: Page, code: string) =>
  dialogOf(page).getByLabel(deskEn('language.add'), { exact: true }).selectOption(code)
const openCompany = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** What the last save sent, with its texts by language. */
const sent = (desk: Awaited<ReturnType<typeof open>>['desk']) => {
  const { texts, ...input } = desk.requestsTo('companies/save').at(-1)?.input ?? {}
  return { ...input, texts: JSON.parse(String(texts)) }
}

describe('companies', () => {
  test('are listed, searched, hidden and changed', async () => {
    const { page, desk } = await open({ role: 'owner' })
    await page.getByText(deskEn('companies.mode_off')).waitFor()
    await page.locator('tbody').getByText(deskEn('company.not_listed')).waitFor()
    const hide = deskEn('company.action_of', { action: deskEn('company.hide'), name: english.name })
    await page.getByRole('button', { name: hide }).click()
    await waitForToast(page, serverEn('done.saved'))
    const { updated_at: _, ...unchanged } = northway
    assert.deepEqual(sent(desk), { ...unchanged, is_visible: 0 })
    await openCompany(page, english.name)
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
    await saveIn(page).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    assert.deepEqual(sent(desk), {
      ...unchanged,
      website: 'https://northway.example',
      loss_url: 'https://notice.example/closed',
    })
    desk.answer('companies', ({ name }) => ok(listOf(name === 'zzz' ? [] : [northway])))
    await page.getByRole('textbox', { name: deskEn('companies.search') }).fill('zzz')
    await page.keyboard.press('Enter')
    await page.getByText(deskEn('companies.none', { name: 'zzz' })).waitFor()
  })

  test('are shown in the language of the console, whatever the browser prefers', async () => {
    const french = { ...english, name: 'Marchés du Nord' }
    const company = { ...northway, texts: { ...northway.texts, fr: french } }
    const { page } = await open({ role: 'content', options: { locale: 'fr' } }, [company])
    await openCompany(page, english.name)
    assert.equal(await tab(page, 'English').getAttribute('aria-selected'), 'true')
  })

  test('are written in each language, whose tabs show which have text and which have errors', async () => {
    const { page, desk } = await open({ role: 'content' })
    await openCompany(page, english.name)
    await tab(page, 'English').waitFor()
    assert.equal(await tab(page, 'English').getAttribute('aria-selected'), 'true')
    await tab(page, '繁體中文').click()
    assert.equal(await field(page, 'name').inputValue(), chinese.name)
    assert.equal(await field(page, 'name').getAttribute('lang'), 'zh-Hant-HK')
    await addLanguage(page, 'ar')
    await tab(page, deskEn('language.tab.empty', { language: 'العربية' })).waitFor()
    assert.equal(await field(page, 'name').getAttribute('dir'), 'rtl')
    await field(page, 'office_address').fill('شارع الميناء ١')
    await tab(page, 'العربية').waitFor()
    await tab(page, 'English').click()
    await saveIn(page).click()
    // Opens the language that has the error.
    await dialogOf(page).getByText(deskEn('company.fault.name')).waitFor()
    const faulty = tab(page, deskEn('language.tab.faulty', { language: 'العربية' }))
    assert.equal(await faulty.getAttribute('aria-selected'), 'true')
    assert.equal(desk.requestsTo('companies/save').length, 0)
    await field(page, 'name').fill('الطريق الشمالي')
    await tab(page, 'العربية').waitFor()
    await saveIn(page).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    assert.deepEqual(sent(desk).texts, {
      ...{ en: english, hk: chinese },
      ar: { ...noText, name: 'الطريق الشمالي', office_address: 'شارع الميناء ١' },
    })
  })

  test('have a standing that only owners can change', async () => {
    const { page } = await open({ role: 'content' })
    await openCompany(page, english.name)
    await dialogOf(page).getByText(deskEn('company.standing.owner')).waitFor()
    for (const name of ['status', 'status_reason', 'loss_url'] as const)
      assert.equal(await field(page, name).isEditable(), false, name)
    assert.equal(await field(page, 'website').isEditable(), true)
  })

  test('need a name in one language', async () => {
    const { page, desk } = await open({ role: 'content' })
    await page.getByRole('button', { name: deskEn('companies.add') }).click()
    await field(page, 'website').fill('https://northway.example')
    await tab(page, deskEn('language.tab.empty', { language: '繁體中文' })).click()
    await saveIn(page).click()
    await dialogOf(page).getByText(deskEn('company.fault.no_name')).waitFor()
    await field(page, 'name').fill(chinese.name)
    const message = serverEn('reason.company_name_missing.language', { language: 'Deutsch' })
    desk.answer('companies/save', () => no('company_name_missing', message))
    await saveIn(page).click()
    await dialogOf(page).getByText(message).waitFor()
    assert.equal(await field(page, 'name').inputValue(), chinese.name)
    assert.deepEqual(sent(desk).texts, { hk: chinese })
  })

  test('keep what was typed in every language when someone else saved another one', async () => {
    const { page, desk } = await open({ role: 'content' })
    await openCompany(page, english.name)
    await field(page, 'legal_name').fill('Northway Group')
    await addLanguage(page, 'de')
    await field(page, 'name').fill('Nordweg')
    const theirs = {
      ...northway,
      texts: { en: { ...english, name: 'Northway' }, fr: { ...noText, name: 'Voie du Nord' } },
      ...{ email: 'new@northway.example', revision: 4 },
    }
    desk.answer('companies/save', () => no('changed_meanwhile', serverEn('reason.changed_meanwhile')))
    desk.answer('companies', () => ok(listOf([theirs])))
    await saveIn(page).click()
    await dialogOf(page).getByText(deskEn('desk.merged')).waitFor()
    assert.equal(await field(page, 'name').inputValue(), 'Nordweg')
    await tab(page, 'Français').waitFor()
    await tab(page, deskEn('language.tab.empty', { language: '繁體中文' })).waitFor()
    desk.answer('companies/save', () => ok(northway, serverEn('done.saved')))
    await saveIn(page).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    const { updated_at: _, ...newer } = theirs
    assert.deepEqual(sent(desk), {
      ...newer,
      texts: {
        en: { ...english, name: 'Northway', legal_name: 'Northway Group' },
        hk: noText,
        de: { ...noText, name: 'Nordweg' },
        fr: { ...noText, name: 'Voie du Nord' },
      },
    })
  })

  test('are listed in the language of the operator, or else English, Chinese (Hong Kong) or any', async () => {
    const companies = [
      northway,
      { ...northway, id: 12, texts: { hk: { ...noText, name: '南方' }, jp: { ...noText, name: '南' } } },
      { ...northway, id: 13, texts: { jp: { ...noText, name: '東' }, th: { ...noText, name: 'ตะวันออก' } } },
    ]
    const { page } = await open({ role: 'viewer' }, companies)
    const names = page.locator('tbody button bdi')
    await names.nth(2).waitFor()
    assert.deepEqual(await names.allTextContents(), [english.name, '南方', '東'])
    assert.equal(await names.nth(2).getAttribute('lang'), 'ja')
    await page.getByText('繁體中文').click()
    await names.getByText(chinese.name).waitFor()
    assert.deepEqual(await names.allTextContents(), [chinese.name, '南方', '東'])
  })

  test('are only read by viewers, and hostile texts of every language stay texts', async () => {
    const [first = ''] = hostileNames
    const textOf = (name: string) => ({
      ...{ name, legal_name: hostileMarkdown, office_address: hostileMarkdown, registered_address: name },
    })
    const hostile = hostileNames.map((name, at) => ({
      ...{ ...northway, id: at + 1, status_reason: name, loss_url: name },
      texts: Object.fromEntries(languages.map(({ code }) => [code, textOf(name)])),
    }))
    const { page } = await open({ role: 'viewer' }, hostile)
    await openCompany(page, first)
    await field(page, 'name').waitFor()
    assert.equal(await saveIn(page).count(), 0)
    assert.equal(await field(page, 'name').isEditable(), false)
    assert.equal(await page.getByRole('button', { name: deskEn('companies.add') }).count(), 0)
    for (const { name } of languages) {
      await tab(page, name).click()
      assert.equal(await field(page, 'name').inputValue(), first)
      await assertInert(page)
    }
  })
})
