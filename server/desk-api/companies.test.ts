import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { languages } from '#i18n/languages.ts'
import { serverEn } from '#test/browser/words.ts'
import {
  type CompanyFixture,
  createCompanyFixture,
  english,
  logo,
  northway,
  noText,
} from '#test/companies/company-fixture.ts'
import { insertCompanies } from '#test/companies/insert-companies.ts'

let fixture: CompanyFixture

before(async () => {
  fixture = await createCompanyFixture()
})
after(async () => await fixture.stop())
beforeEach(async () => await fixture.reset())

/** Of all entries of a company, by field. */
async function auditedChanges(id: number, action: string): Promise<Record<string, unknown>> {
  const { rows } = await fixture.database.query<{ details: object }>(
    'select details from audit_entries where subject = $1 and action = $2 order by id',
    [`company:${id}`, action],
  )
  return Object.assign({}, ...rows.map(({ details }) => details))
}

describe('a company at the console', () => {
  test('is listed with its state, for viewers too', async () => {
    const { id } = await fixture.saved({ is_visible: 0, status: 7, status_reason: 'Under review' })
    await fixture.set('loss_url_list', 'https://b.example https://a.example')
    const { data } = await fixture.call({ url: '/desk/api/companies?name=north', token: fixture.viewer })
    const { updated_at, ...listed } = data.data[0]
    assert.match(updated_at, /^20/)
    assert.deepEqual(listed, {
      ...northway,
      texts: { en: english },
      website: 'https://northway.example/',
      id,
      is_visible: 0,
      status: 7,
      status_reason: 'Under review',
      revision: 1,
    })
    assert.deepEqual(data.loss_url_list, ['https://a.example', 'https://b.example'])
    assert.equal((await fixture.save({}, fixture.viewer)).data.reason, 'role_forbidden')
  })

  test('is sent away by owners only, and edited by others without a change of its standing', async () => {
    const { save, editor } = fixture
    const closed = { status: 1, status_reason: 'Closed', loss_url: 'https://a.example/' }
    for (const change of [closed, { loss_url: closed.loss_url }, { status_reason: 'Closed' }])
      assert.equal((await save(change, editor)).data.reason, 'role_forbidden')
    const { id, revision } = (await save({}, editor)).data
    assert.equal((await save({ id, revision, ...closed }, editor)).data.reason, 'role_forbidden')
    const changed = await fixture.saved({ id, revision, ...closed })
    const edit = { id, revision: changed.revision, email: 'new@northway.example' }
    assert.equal((await save(edit, editor)).data.reason, 'role_forbidden', 'back in good standing')
    assert.equal((await save({ ...edit, ...closed }, editor)).data.email, 'new@northway.example')
  })

  test('is changed by one operator at a time, and audited with what changed', async () => {
    const { id, revision } = await fixture.saved({})
    const address = '長'.repeat(300)
    const texts = { en: { ...english, office_address: address }, hk: { name: '北方證券' } }
    const change = { id, revision, texts, status: 1, status_reason: 'Closed' }
    assert.equal((await fixture.saved(change)).revision, 2)
    assert.equal(
      (await fixture.save({ ...change, email: 'late@northway.example' })).data.reason,
      'changed_meanwhile',
    )
    assert.equal((await fixture.saved({ ...change, revision: 2 })).revision, 2)
    const { rows } = await fixture.database.query<{ action: string; who: string; details: object }>(
      'select action, who, details from audit_entries where subject = $1 order by id',
      [`company:${id}`],
    )
    assert.deepEqual(
      rows.map(({ action, who }) => [action, who]),
      [
        ['company_added', 'owner@example.com'],
        ['company_changed', 'owner@example.com'],
      ],
    )
    assert.deepEqual(rows[1]?.details, {
      name_hk: { from: '', to: '北方證券' },
      office_address_en: { from: '1 Harbour Road', to: address },
      status: { from: 0, to: 1 },
      status_reason: { from: '', to: 'Closed' },
    })
  })

  test('is refused with a text of another language than the one changed meanwhile', async () => {
    const { id } = await fixture.saved({})
    const german = { en: english, de: { name: 'Nordweg' } }
    await fixture.saved({ id, revision: 1, texts: german })
    const chinese = { en: english, hk: { name: '北方證券' } }
    assert.equal((await fixture.save({ id, revision: 1, texts: chinese })).data.reason, 'changed_meanwhile')
    assert.deepEqual(await fixture.found('', 'de'), ['Nordweg'])
    await fixture.saved({ id, revision: 2, texts: { ...german, ...chinese } })
    assert.deepEqual(
      [await fixture.found('', 'de'), await fixture.found('', 'hk')],
      [['Nordweg'], ['北方證券']],
    )
  })

  test('has a text, which the database ensures', async () => {
    const { query } = fixture.database
    await fixture.saved({})
    await assert.rejects(query('delete from company_texts'), /violates foreign key/)
    await assert.rejects(
      query(
        `insert into companies (main_language, sort_key, search_keys, website, email, state, status, status_reason,
           loss_url)
         values ('en', 'c', 'c', '', '', 'active', 0, '', '')`,
      ),
      /violates foreign key/,
    )
  })

  test('is audited with a difference at the end of a long address', async () => {
    const link = (end: string) => `https://a.example/${'a'.repeat(200)}${end}`
    const { id } = await fixture.saved({ website: link('1') })
    await fixture.saved({ id, revision: 1, website: link('2') })
    assert.deepEqual((await auditedChanges(id, 'company_changed'))['website'], {
      from: link('1'),
      to: link('2'),
    })
  })

  test('is audited with what is removed with a language', async () => {
    const { id } = await fixture.saved({ texts: { en: { name: 'Northway' }, de: english } })
    await fixture.saved({ id, revision: 1, texts: { en: { name: 'Northway' } } })
    const removed = Object.entries(english).map(([field, from]) => [`${field}_de`, { from, to: '' }])
    assert.deepEqual(await auditedChanges(id, 'company_changed'), Object.fromEntries(removed))
  })

  test('is audited in full with the longest texts in all languages', async () => {
    const longest = (sign: string, end: string) => ({
      texts: Object.fromEntries(
        languages.map(({ code }) => [
          code,
          {
            ...{ name: sign.repeat(100), legal_name: sign.repeat(300) },
            ...{ registered_address: sign.repeat(300), office_address: sign.repeat(300) },
          },
        ]),
      ),
      status_reason: sign.repeat(300),
      website: `https://a.example/${end.repeat(480)}`,
      loss_url: `https://b.example/${end.repeat(480)}`,
      email: `${end.repeat(60)}@${`${end.repeat(60)}.`.repeat(3)}example`,
    })
    // Quotes need two characters in JSON.
    const [before, after] = [longest('"', 'a'), longest('長', 'b')]
    const { id } = await fixture.saved(before)
    await fixture.saved({ id, revision: 1, ...after })
    const changes = await auditedChanges(id, 'company_changed')
    const flat = ({ texts, ...shared }: typeof before) => ({
      ...shared,
      ...Object.fromEntries(
        Object.entries(texts).flatMap(([language, text]) =>
          Object.entries(text).map(([field, value]) => [`${field}_${language}`, value]),
        ),
      ),
    })
    const old = flat(before)
    for (const [field, to] of Object.entries(flat(after)))
      assert.deepEqual(changes[field], { from: Reflect.get(old, field), to }, field)
    assert.equal(Object.keys(changes).length, 4 + 18 * 4)
  })

  test('needs a name in one language, and in each language with text', async () => {
    const data = { reason: 'company_name_missing', field: 'name' }
    for (const texts of [{}, { en: noText }, { en: { name: ' \u200b' }, de: noText }]) {
      const answer = await fixture.save({ texts })
      assert.deepEqual([answer.data, answer.msg], [data, serverEn('reason.company_name_missing')])
    }
    const german = await fixture.save({ texts: { en: english, de: { office_address: 'Hafenstraße 1' } } })
    assert.deepEqual(german.data, {
      ...{ reason: 'company_name_missing', field: 'name_de', figures: { language: 'Deutsch' } },
    })
    assert.equal(german.msg, serverEn('reason.company_name_missing.language', { language: 'Deutsch' }))
    assert.deepEqual(await fixture.found(''), [])
  })

  test('is refused unless its texts are an object by language', async () => {
    const text = JSON.stringify(english)
    for (const texts of [
      ...['', 'x', 'null', '[]', '"en"', '5', `[${text}]`],
      ...['{"en":null}', '{"en":[]}', '{"en":"Northway"}', '{"en":{"name":"Northway"}}'],
      `{"xx":${text}}`,
      `{"__proto__":${text}}`,
      `{"constructor":${text}}`,
      `{"en":${text.replace('"2 Harbour Road"', '5')}}`,
    ]) {
      const body = { ...northway, texts }
      const { data } = await fixture.call({ url: '/desk/api/companies/save', token: fixture.editor, body })
      assert.deepEqual(data, { reason: 'invalid_input', field: 'texts' }, texts)
    }
  })

  test('keeps hostile texts of every language as they are, but for invisible characters', async () => {
    const hostile = [
      "'; drop table companies; --",
      '<script>alert(1)</script>',
      '{name}',
      '\\',
      '"',
      '%',
      '__proto__',
    ]
    const texts = Object.fromEntries(
      languages.map(({ code }, at) => [
        code,
        { ...noText, name: `\u202e${hostile[at % hostile.length]}\u0000`, office_address: hostile.join(' ') },
      ]),
    )
    await fixture.saved({ texts })
    for (const [at, { code }] of languages.entries()) {
      const name = hostile[at % hostile.length] ?? ''
      const [company] = await fixture.search(name, code)
      assert.deepEqual([company.name, company.language, company.location], [name, code, hostile.join(' ')])
    }
  })

  test('is refused with the name of the field', async () => {
    for (const [change, field] of [
      [{ texts: { en: english, de: { name: 'x'.repeat(101) } } }, 'name_de'],
      [{ texts: { en: { ...english, legal_name: 'x'.repeat(301) } } }, 'legal_name_en'],
      [{ website: 'javascript:alert(1)' }, 'website'],
      [{ email: 'no-address' }, 'email'],
      [{ loss_url: 'http://notice.example' }, 'loss_url'],
      [{ status: 1 }, 'status_reason'],
      [{ status: 1000 }, 'status'],
    ] as const)
      assert.deepEqual((await fixture.save(change)).data, { reason: 'invalid_input', field })
    assert.equal((await fixture.save({ id: 999_999 })).data.reason, 'not_found')
    assert.deepEqual(await fixture.found(''), [])
  })

  test('has a picture that is on the shelf', async () => {
    const answer = await fixture.save({ logo: 'b'.repeat(32) })
    assert.deepEqual(answer.data, { reason: 'picture_unknown', field: 'logo' })
    await fixture.saved({ logo })
    await assert.rejects(fixture.database.query('delete from pictures where name = $1', [logo]))
  })

  test('is refused beyond 10,000', async () => {
    await insertCompanies(fixture.database, { count: 10_000, state: 'hidden' })
    assert.equal((await fixture.save({})).data.reason, 'companies_limit')
  })
})

describe('the setting that allows redirects', () => {
  const change = async (value: string) => {
    const body = { key: 'loss_url_list', value }
    return await fixture.call({ url: '/desk/api/settings/change', token: fixture.owner, body })
  }

  test('takes a second operator to add an address, and one to remove it', async () => {
    await fixture.set('loss_url_list', 'https://a.example https://b.example')
    assert.equal((await change('https://b.example')).data.value, 'https://b.example')
    await fixture.set('two_person_rule', 'on')
    const added = await change('https://b.example https://c.example')
    assert.deepEqual([added.code, added.data.value], [1, 'https://b.example'], added.msg)
  })

  test('refuses what is not a list of addresses', async () => {
    assert.equal((await change('https://good@evil.example')).data.reason, 'invalid_input')
  })
})
