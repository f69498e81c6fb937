import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type CompanyFixture, createCompanyFixture, logo, noText } from '#test/companies/company-fixture.ts'
import { insertCompanies } from '#test/companies/insert-companies.ts'

let fixture: CompanyFixture

before(async () => {
  fixture = await createCompanyFixture()
})
after(async () => await fixture.stop())
beforeEach(async () => await fixture.reset())

const good = { status: 0, loss_url: '', main_company: 1 }

describe('a search for providers', () => {
  test('answers what users see of a company', async () => {
    const { id } = await fixture.saved({ logo })
    assert.deepEqual(await fixture.search('northway'), [
      {
        id,
        name: 'Northway Markets',
        language: 'en',
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
    for (const name of ['Über 100% Fonds', 'a_b\\c Trading', '北方證券', 'ABC', 'abd'])
      await fixture.saved({ name })
    await fixture.saved({ name: 'Hidden Abc', is_visible: 0 })
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
      assert.deepEqual(await fixture.found(text), names, text)
  })

  test('answers at most 50', async () => {
    await insertCompanies(fixture.database, { count: 60 })
    const inOrder = Array.from({ length: 60 }, (_, at) => `C${at + 1}`).sort()
    assert.deepEqual(await fixture.found('c'), inOrder.slice(0, 50))
    const page = await fixture.call({ url: '/desk/api/companies?name=C&page=3', token: fixture.viewer })
    assert.deepEqual([page.data.data.length, page.data.total], [20, 60])
  })

  test('answers the text in the language of the reader, or else English, Chinese (Hong Kong) or any', async () => {
    const of = (name: string) => ({ name, office_address: `Office of ${name}` })
    await fixture.saved({ texts: { de: of('Nordweg'), en: of('Northway'), hk: of('北方') } })
    await fixture.saved({ texts: { hk: of('南方'), jp: of('南') } })
    await fixture.saved({ texts: { th: of('ตะวันออก'), jp: of('東') } })
    for (const [lang, expected] of [
      ['de', ['de Nordweg', 'hk 南方', 'jp 東']],
      ['en', ['en Northway', 'hk 南方', 'jp 東']],
      ['hk', ['hk 北方', 'hk 南方', 'jp 東']],
      ['jp', ['en Northway', 'jp 南', 'jp 東']],
      ['th', ['en Northway', 'hk 南方', 'th ตะวันออก']],
      ['fr', ['en Northway', 'hk 南方', 'jp 東']],
    ] as const) {
      const companies: readonly Record<string, string>[] = await fixture.search('', lang)
      assert.deepEqual(
        companies.map(({ language, name }) => `${language} ${name}`),
        expected,
        lang,
      )
      for (const { name, location } of companies) assert.equal(location, `Office of ${name}`)
    }
  })

  test('finds a name in any language, but no text across two names', async () => {
    await fixture.saved({ texts: { en: { name: 'Northway' }, hk: { name: '北方證券' } } })
    await fixture.saved({ texts: { en: { name: 'Southway' }, de: { name: 'Südweg' } } })
    for (const [text, names] of [
      ['northway', ['北方證券']],
      ['北方', ['北方證券']],
      ['SÜD', ['Southway']],
      ['way', ['北方證券', 'Southway']],
      ['northway 北方', []],
      ['northway\n北方', []],
    ] as const)
      assert.deepEqual(await fixture.found(text, 'hk'), names, text)
    assert.deepEqual(await fixture.found('北方證券'), ['Northway'])
  })

  test('follows a changed and a removed text', async () => {
    const { id } = await fixture.saved({ texts: { en: { name: 'Northway' }, hk: { name: '北方證券' } } })
    await fixture.saved({ id, revision: 1, texts: { hk: { name: '南方證券' }, en: noText } })
    for (const [text, names] of [
      ['north', []],
      ['北方', []],
      ['南方', ['南方證券']],
    ] as const)
      assert.deepEqual(await fixture.found(text), names, text)
    const { rows } = await fixture.database.query('select language from company_texts')
    assert.deepEqual(rows, [{ language: 'hk' }])
  })

  test('finds no company that would send its users away', async () => {
    const closed = { status: 2, status_reason: 'Licence lapsed', loss_url: 'https://notice.example' }
    const { id } = await fixture.saved({ ...closed, name: 'Closed' })
    await fixture.saved({ name: 'Open' })
    assert.deepEqual(await fixture.found(''), ['Open'])
    assert.deepEqual(await fixture.found('closed'), [])
    await fixture.saved({ id, revision: 1, name: 'Closed' })
    assert.deepEqual(await fixture.found(''), ['Closed', 'Open'])
  })

  test('finds nothing while the mode is off', async () => {
    await fixture.saved({})
    await fixture.set('main_company_mode', '0')
    assert.deepEqual(await fixture.search(''), [])
  })
})

describe('the standing of a provider', () => {
  const bad = { status: 2, status_reason: 'Licence lapsed', loss_url: 'https://notice.example/closed' }

  test('is good for a new, an unknown and a hidden company, and without one', async () => {
    const { id } = await fixture.saved({})
    const hidden = await fixture.saved({ ...bad, name: 'Hidden', is_visible: 0 })
    for (const query of ['', '?id=0', `?id=${id}`, `?id=${hidden.id}`, '?id=999999', `?id=${2 ** 53 - 1}`])
      assert.deepEqual(await fixture.standing(query), good, query)
  })

  test('sends users to the address only while the list allows it', async () => {
    const { id } = await fixture.saved(bad)
    assert.deepEqual(await fixture.standing(`?id=${id}`), { ...good, status: 2 })
    await fixture.set('loss_url_list', 'https://notice.example/closed')
    assert.deepEqual(await fixture.standing(`?id=${id}`), { ...good, status: 2, loss_url: bad.loss_url })
    await fixture.set('loss_url_list', 'https://notice.example/close')
    assert.deepEqual(await fixture.standing(`?id=${id}`), { ...good, status: 2 })
  })

  test('has no address while the status is 0 or the mode is off', async () => {
    await fixture.set('loss_url_list', 'https://notice.example')
    const { id } = await fixture.saved({ loss_url: bad.loss_url })
    assert.deepEqual(await fixture.standing(`?id=${id}`), good)
    const { id: other } = await fixture.saved({ ...bad, name: 'Other' })
    await fixture.set('main_company_mode', '0')
    assert.deepEqual(await fixture.standing(`?id=${other}`), { ...good, main_company: 0 })
  })
})
