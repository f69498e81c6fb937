// The app with companies: calls of users and of operators who write companies.
import assert from 'node:assert/strict'
import { type AppFixture, createAppFixture } from '#test/calls/app-fixture.ts'
import { addOperator, signInOwner } from '#test/calls/app-users.ts'

export const noText = { name: '', legal_name: '', registered_address: '', office_address: '' }
export const english = {
  name: 'Northway Markets',
  legal_name: 'Northway Markets Ltd',
  registered_address: '2 Harbour Road',
  office_address: '1 Harbour Road',
}
export const northway = {
  logo: '',
  website: 'https://northway.example',
  email: 'help@northway.example',
  is_visible: 1,
  status: 0,
  status_reason: '',
  loss_url: '',
}
/** A picture on the shelf. */
export const logo = 'a'.repeat(32)

/** Differences from `northway`. Texts by language; the name alone stands for an English text with it. */
type Change = Readonly<Record<string, unknown>> & {
  readonly name?: string
  readonly texts?: Readonly<Record<string, Partial<typeof english>>>
}

export type CompanyFixture = Awaited<ReturnType<typeof createCompanyFixture>>

export async function createCompanyFixture() {
  const app = await createAppFixture()
  const owner = await signInOwner(app)
  const editor = (await addOperator(app, owner, 'content')).token
  const viewer = (await addOperator(app, owner, 'viewer')).token
  await app.database.query(
    `insert into pictures (name, bytes, width, height, added_by, created_at)
     select $1, '\\x00', 1, 1, min(id), now() from operators`,
    [logo],
  )
  const set = (key: string, value: string) => app.settings.change(key, value, 'cli:test')
  return {
    ...app,
    ...{ owner, editor, viewer, set },
    /** No companies, with the mode on and no allowed address. */
    async reset(): Promise<void> {
      await app.database.query('delete from companies')
      await set('main_company_mode', '1')
      await set('loss_url_list', '')
    },
    ...deskCallsOf(app, owner),
    ...userCallsOf(app),
  }
}

function deskCallsOf(app: AppFixture, owner: string) {
  async function save(change: Change, token = owner) {
    const { name = english.name, texts = { en: { ...english, name } }, ...shared } = change
    const whole = Object.entries(texts).map(([language, text]) => [language, { ...noText, ...text }])
    const body = { ...northway, ...shared, texts: JSON.stringify(Object.fromEntries(whole)) }
    return await app.call({ url: '/desk/api/companies/save', token, body })
  }
  async function saved(change: Change): Promise<{ id: number; revision: number }> {
    const { code, msg, data } = await save(change)
    assert.equal(code, 1, msg)
    return data
  }
  return { save, saved }
}

function userCallsOf(app: AppFixture) {
  async function search(name: string, lang = 'en') {
    const url = `/api/company/getCompany?${new URLSearchParams({ name })}`
    return (await app.call({ url, headers: { lang } })).data
  }
  return {
    search,
    /** Names only. */
    found: async (name: string, lang?: string): Promise<readonly string[]> =>
      (await search(name, lang)).map((company: { name: string }) => company.name),
    standing: async (query = '') => (await app.call({ url: `/api/company/getCompanyStatus${query}` })).data,
  }
}
