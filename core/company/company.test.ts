import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CompanyTexts, companyFaults, searchKey, tidyCompany } from '#core/company/company.ts'

const good: CompanyTexts = {
  name: 'Northway Markets',
  legalName: 'Northway Markets Ltd',
  website: 'https://northway.example/',
  email: 'help@northway.example',
  officeAddress: '1 Harbour Road',
  registeredAddress: '2 Harbour Road',
  statusReason: '',
  lossUrl: '',
}

const faultsOf = (change: Partial<CompanyTexts>, status = 0) =>
  companyFaults(tidyCompany({ ...good, ...change }), status)

describe('the texts of a company', () => {
  it('are stored in one line, without invisible signs, with normalised addresses', () => {
    const tidied = tidyCompany({
      ...good,
      name: ' North\u202eway\n \u0000Markets\ud800 ',
      website: 'HTTPS://Northway.Example:443',
      email: 'Help@Northway.example',
      lossUrl: 'https://Notice.example',
    })
    assert.deepEqual(tidied, { ...good, name: 'Northway Markets', lossUrl: 'https://notice.example/' })
    assert.deepEqual(companyFaults(tidied, 0), {})
  })

  it('need a name', () => {
    assert.deepEqual(faultsOf({ name: ' \u200b ' }), { name: 'missing' })
  })

  it('may be empty but for the name', () => {
    const empty = { legalName: '', website: '', email: '', officeAddress: '', registeredAddress: '' }
    assert.deepEqual(faultsOf(empty), {})
  })

  it('have a website that is a web address', () => {
    for (const website of [
      'javascript:alert(1)',
      'northway.example',
      'https://a@b.example',
      'ftp://a.example',
    ])
      assert.deepEqual(faultsOf({ website }), { website: 'invalid' })
    assert.deepEqual(faultsOf({ website: 'http://northway.example' }), {})
  })

  it('have an email address that is one', () => {
    for (const email of ['help', 'a@b', 'a@b.example?bcc=c@d.example'])
      assert.deepEqual(faultsOf({ email }), { email: 'invalid' })
  })

  it('send users to an encrypted address only', () => {
    for (const lossUrl of ['http://notice.example', 'javascript:alert(1)', '/notice'])
      assert.deepEqual(faultsOf({ lossUrl }), { lossUrl: 'invalid' })
  })

  it('say why the status is not 0', () => {
    assert.deepEqual(faultsOf({}, 3), { statusReason: 'missing' })
    assert.deepEqual(faultsOf({ statusReason: 'Licence lapsed' }, 3), {})
    for (const status of [-1, 1.5, 1000]) assert.deepEqual(faultsOf({}, status), { status: 'invalid' })
  })

  it('are bounded', () => {
    assert.deepEqual(faultsOf({ name: 'x'.repeat(101), officeAddress: 'x'.repeat(301) }), {
      name: 'too_long',
      officeAddress: 'too_long',
    })
  })
})

describe('the search key', () => {
  it('is the same for another case, width and spacing', () => {
    for (const name of ['Northway  Markets', 'NORTHWAY MARKETS', 'Ｎｏｒｔｈｗａｙ Markets'])
      assert.equal(searchKey(name), 'northway markets')
  })
})
