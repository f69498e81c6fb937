// Providers for users, and companies at the console.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type AppFixture, createAppFixture } from '#test/calls/app-fixture.ts'
import { addOperator, signInOwner } from '#test/calls/app-users.ts'

let fixture: AppFixture
let owner: string
let editor: string
let viewer: string
const logo = 'a'.repeat(32)

before(async () => {
  fixture = await createAppFixture()
  owner = await signInOwner(fixture)
  editor = (await addOperator(fixture, owner, 'content')).token
  viewer = (await addOperator(fixture, owner, 'viewer')).token
  await fixture.database.query(
    `insert into pictures (name, bytes, width, height, added_by, created_at)
     select $1, '\\x00', 1, 1, min(id), now() from operators`,
    [logo],
  )
})
after(async () => await fixture.stop())
beforeEach(async () => {
  await fixture.database.query('delete from companies')
  await set('main_company_mode', '1')
  await set('loss_url_list', '')
})

const set = (key: string, value: string) => fixture.settings.change(key, value, 'cli:test')

const northway = {
  name: 'Northway Markets',
  logo: '',
  website: 'https://northway.example',
  legal_name: 'Northway Markets Ltd',
  registered_address: '2 Harbour Road',
  office_address: '1 Harbour Road',
  email: 'help@northway.example',
  is_visible: 1,
  status: 0,
  status_reason: '',
  loss_url: '',
}

const save = (change: object, token = editor) =>
  fixture.call({ url: '/desk/api/companies/save', token, body: { ...northway, ...change } })

async function saved(change: object): Promise<{ id: number; revision: number }> {
  const { code, msg, data } = await save(change)
  assert.equal(code, 1, msg)
  return data
}

const search = async (name: string) => {
  const { data } = await fixture.call({ url: `/api/company/getCompany?${new URLSearchParams({ name })}` })
  return data
}
const found = async (name: string) => (await search(name)).map((company: { name: string }) => company.name)
const standing = async (query = '') =>
  (await fixture.call({ url: `/api/company/getCompanyStatus${query}` })).data

const good = { status: 0, loss_url: '', main_company: 1 }

describe('a search for providers', () => {
  test('answers what users see of a company', async () => {
    const { id } = await saved({ logo })
    assert.deepEqual(await search('northway'), [
      {
        id,
        name: 'Northway Markets',
        logo: `/content/pictures/${logo}.jpg`,
        url: 'https://northway.example/',
        subject: 'Northway Markets Ltd',
        registered_address: '2 Harbour Road',
        location: '1 Harbour Road',
        email: 'help@northway.example',
      },
    ])
  })

  test('finds a part of the name in any case, in the order of names, and no pattern', async () => {
    for (const name of ['Über 100% Fonds', 'a_b\\c Trading', '北方證券', 'ABC', 'abd']) await saved({ name })
    await saved({ name: 'Hidden Abc', is_visible: 0 })
    for (const [text, names] of [
      ['', ['a_b\\c Trading', 'ABC', 'abd', 'Über 100% Fonds', '北方證券']],
      ['AB', ['ABC', 'abd']],
      ['über', ['Über 100% Fonds']],
      ['ÜBER  100%', ['Über 100% Fonds']],
      ['證券', ['北方證券']],
      ['%', ['Über 100% Fonds']],
      ['_', ['a_b\\c Trading']],
      ['b\\c', ['a_b\\c Trading']],
      ['a%c', []],
      ["' or 1=1 --", []],
      ['\u0000ＡＢＣ', ['ABC']],
    ] as const)
      assert.deepEqual(await found(text), names, text)
  })

  test('answers at most 50', async () => {
    await fixture.database.query(
      `insert into companies (name, search_key, website, legal_name, registered_address, office_address, email, state,
         status, status_reason, loss_url)
       select 'C' || n, 'c' || n, '', '', '', '', '', 'active', 0, '', '' from generate_series(1, 60) n`,
    )
    assert.equal((await found('c')).length, 50)
    const page = await fixture.call({ url: '/desk/api/companies?name=C&page=3', token: viewer })
    assert.deepEqual([page.data.data.length, page.data.total], [20, 60])
  })

  test('finds nothing while the mode is off', async () => {
    await saved({})
    await set('main_company_mode', '0')
    assert.deepEqual(await search(''), [])
  })
})

describe('the standing of a provider', () => {
  const bad = { status: 2, status_reason: 'Licence lapsed', loss_url: 'https://notice.example/closed' }

  test('is good for a new, an unknown and a hidden company, and without one', async () => {
    const { id } = await saved({})
    const hidden = await saved({ ...bad, name: 'Hidden', is_visible: 0 })
    for (const query of ['', '?id=0', `?id=${id}`, `?id=${hidden.id}`, '?id=999999', `?id=${2 ** 53 - 1}`])
      assert.deepEqual(await standing(query), good, query)
  })

  test('sends users to the address only while the list allows it', async () => {
    const { id } = await saved(bad)
    assert.deepEqual(await standing(`?id=${id}`), { ...good, status: 2 })
    await set('loss_url_list', 'https://notice.example/closed')
    assert.deepEqual(await standing(`?id=${id}`), { ...good, status: 2, loss_url: bad.loss_url })
    await set('loss_url_list', 'https://notice.example/close')
    assert.deepEqual(await standing(`?id=${id}`), { ...good, status: 2 })
  })

  test('has no address while the status is 0 or the mode is off', async () => {
    await set('loss_url_list', 'https://notice.example')
    const { id } = await saved({ loss_url: bad.loss_url })
    assert.deepEqual(await standing(`?id=${id}`), good)
    const { id: other } = await saved({ ...bad, name: 'Other' })
    await set('main_company_mode', '0')
    assert.deepEqual(await standing(`?id=${other}`), { ...good, main_company: 0 })
  })
})

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
    const { id } = await saved({ is_visible: 0, status: 7, status_reason: 'Under review' })
    await set('loss_url_list', 'https://b.example https://a.example')
    const { data } = await fixture.call({ url: '/desk/api/companies?name=north', token: viewer })
    const { updated_at, ...listed } = data.data[0]
    assert.match(updated_at, /^20/)
    assert.deepEqual(listed, {
      ...northway,
      website: 'https://northway.example/',
      id,
      is_visible: 0,
      status: 7,
      status_reason: 'Under review',
      revision: 1,
    })
    assert.deepEqual(data.loss_url_list, ['https://a.example', 'https://b.example'])
    assert.equal((await save({}, viewer)).data.reason, 'role_forbidden')
  })

  test('is changed by one operator at a time, and audited with what changed', async () => {
    const { id, revision } = await saved({})
    const address = '長'.repeat(300)
    const change = { id, revision, office_address: address, status: 1, status_reason: 'Closed' }
    assert.equal((await saved(change)).revision, 2)
    assert.equal((await save({ ...change, name: 'Late' })).data.reason, 'changed_meanwhile')
    assert.equal((await saved({ ...change, revision: 2 })).revision, 2)
    const { rows } = await fixture.database.query<{ action: string; who: string; details: object }>(
      'select action, who, details from audit_entries where subject = $1 order by id',
      [`company:${id}`],
    )
    assert.deepEqual(
      rows.map(({ action, who }) => [action, who]),
      [
        ['company_added', 'content@example.com'],
        ['company_changed', 'content@example.com'],
      ],
    )
    assert.deepEqual(rows[1]?.details, {
      office_address: { from: '1 Harbour Road', to: address },
      status: { from: 0, to: 1 },
      status_reason: { from: '', to: 'Closed' },
    })
  })

  test('is audited with a difference at the end of a long address', async () => {
    const link = (end: string) => `https://a.example/${'a'.repeat(200)}${end}`
    const { id } = await saved({ website: link('1') })
    await saved({ id, revision: 1, website: link('2') })
    assert.deepEqual((await auditedChanges(id, 'company_changed'))['website'], {
      from: link('1'),
      to: link('2'),
    })
  })

  test('is audited in full with the longest texts', async () => {
    const texts = ['name', 'legal_name', 'registered_address', 'office_address', 'status_reason']
    const longest = (sign: string, end: string) => ({
      ...Object.fromEntries(texts.map((field) => [field, sign.repeat(field === 'name' ? 100 : 300)])),
      website: `https://a.example/${end.repeat(480)}`,
      loss_url: `https://b.example/${end.repeat(480)}`,
      email: `${end.repeat(60)}@${`${end.repeat(60)}.`.repeat(3)}example`,
    })
    const [before, after] = [longest('長', 'a'), longest('短', 'b')]
    const { id } = await saved(before)
    await saved({ id, revision: 1, ...after })
    const changes = await auditedChanges(id, 'company_changed')
    for (const [field, value] of Object.entries(after))
      assert.deepEqual(changes[field], { from: Reflect.get(before, field), to: value }, field)
  })

  test('is refused with the name of the field', async () => {
    for (const [change, field] of [
      [{ name: ' \u200b' }, 'name'],
      [{ website: 'javascript:alert(1)' }, 'website'],
      [{ email: 'no-address' }, 'email'],
      [{ loss_url: 'http://notice.example' }, 'loss_url'],
      [{ status: 1 }, 'status_reason'],
      [{ status: 1000 }, 'status'],
    ] as const)
      assert.deepEqual((await save(change)).data, { reason: 'invalid_input', field })
    assert.equal((await save({ id: 999_999 })).data.reason, 'not_found')
    assert.deepEqual(await found(''), [])
  })

  test('has a picture that is on the shelf', async () => {
    const answer = await save({ logo: 'b'.repeat(32) })
    assert.deepEqual(answer.data, { reason: 'picture_unknown', field: 'logo' })
    await saved({ logo })
    await assert.rejects(fixture.database.query('delete from pictures where name = $1', [logo]))
  })

  test('is refused beyond 10,000', async () => {
    await fixture.database.query(
      `insert into companies (name, search_key, website, legal_name, registered_address, office_address, email, state,
         status, status_reason, loss_url)
       select 'C' || n, 'c' || n, '', '', '', '', '', 'hidden', 0, '', '' from generate_series(1, 10000) n`,
    )
    assert.equal((await save({})).data.reason, 'companies_limit')
  })
})

describe('the setting that allows redirects', () => {
  const change = async (value: string) => {
    const body = { key: 'loss_url_list', value }
    return await fixture.call({ url: '/desk/api/settings/change', token: owner, body })
  }

  test('takes a second operator to add an address, and one to remove it', async () => {
    await set('loss_url_list', 'https://a.example https://b.example')
    assert.equal((await change('https://b.example')).data.value, 'https://b.example')
    await set('two_person_rule', 'on')
    const added = await change('https://b.example https://c.example')
    assert.deepEqual([added.code, added.data.value], [1, 'https://b.example'], added.msg)
  })

  test('refuses what is not a list of addresses', async () => {
    assert.equal((await change('https://good@evil.example')).data.reason, 'invalid_input')
  })
})
