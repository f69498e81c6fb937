import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type CompanyText,
  type CompanyWords,
  companyProblems,
  searchKey,
  tidyCompany,
} from '#core/company/company.ts'

const english: CompanyText = {
  name: 'Northway Markets',
  legalName: 'Northway Markets Ltd',
  officeAddress: '1 Harbour Road',
  registeredAddress: '2 Harbour Road',
}
const noText: CompanyText = { name: '', legalName: '', officeAddress: '', registeredAddress: '' }

const good: CompanyWords = {
  website: 'https://northway.example/',
  email: 'help@northway.example',
  statusReason: '',
  lossUrl: '',
  texts: { en: english },
}

/** As `field fault` or `field language fault`. */
const problemsOf = (change: Partial<CompanyWords>, status = 0) =>
  companyProblems(tidyCompany({ ...good, ...change }), status).map(({ field, language, fault }) =>
    [field, language, fault].filter((part) => part !== undefined).join(' '),
  )

describe('what operators write about a company', () => {
  it('is stored in one line, without invisible characters, with normalised addresses', () => {
    const name = ' North\u202eway\n \u0000Markets\ud800 '
    const tidied = tidyCompany({
      ...good,
      texts: { en: { ...english, name }, ar: { ...noText, name: '\u200fشركة\u202c' } },
      website: 'HTTPS://Northway.Example:443',
      email: 'Help@Northway.example',
      lossUrl: 'https://Notice.example',
    })
    assert.deepEqual(tidied, {
      ...good,
      texts: { en: english, ar: { ...noText, name: 'شركة' } },
      lossUrl: 'https://notice.example/',
    })
    assert.deepEqual(companyProblems(tidied, 0), [])
  })

  it('leaves out languages without text', () => {
    const { texts } = tidyCompany({
      ...good,
      texts: { en: english, de: noText, fr: { ...noText, name: ' \u200b ' } },
    })
    assert.deepEqual(texts, { en: english })
  })

  it('needs a name in at least one language, and in each language with text', () => {
    assert.deepEqual(problemsOf({ texts: {} }), ['name missing'])
    assert.deepEqual(problemsOf({ texts: { en: { ...noText, name: ' \u200b ' } } }), ['name missing'])
    const texts = { en: { ...english, name: '' }, de: english, fr: { ...noText, officeAddress: 'Lyon' } }
    assert.deepEqual(problemsOf({ texts }), ['name en missing', 'name fr missing'])
  })

  it('may be empty but for the name', () => {
    assert.deepEqual(
      problemsOf({ website: '', email: '', texts: { hk: { ...noText, name: '北方證券' } } }),
      [],
    )
  })

  it('has a website that is a web address', () => {
    for (const website of [
      'javascript:alert(1)',
      'northway.example',
      'https://a@b.example',
      'ftp://a.example',
    ])
      assert.deepEqual(problemsOf({ website }), ['website invalid'])
    assert.deepEqual(problemsOf({ website: 'http://northway.example' }), [])
  })

  it('has an email address that is one', () => {
    for (const email of ['help', 'a@b', 'a@b.example?bcc=c@d.example'])
      assert.deepEqual(problemsOf({ email }), ['email invalid'])
  })

  it('sends users to an encrypted address only', () => {
    for (const lossUrl of ['http://notice.example', 'javascript:alert(1)', '/notice'])
      assert.deepEqual(problemsOf({ lossUrl }), ['lossUrl invalid'])
  })

  it('says why the status is not 0', () => {
    assert.deepEqual(problemsOf({}, 3), ['statusReason missing'])
    assert.deepEqual(problemsOf({ statusReason: 'Licence lapsed' }, 3), [])
    for (const status of [-1, 1.5, 1000]) assert.deepEqual(problemsOf({}, status), ['status invalid'])
  })

  it('is bounded', () => {
    const long = { ...english, name: 'x'.repeat(101), officeAddress: 'x'.repeat(301) }
    assert.deepEqual(problemsOf({ texts: { en: english, de: long }, statusReason: 'x'.repeat(301) }), [
      'name de too_long',
      'officeAddress de too_long',
      'statusReason too_long',
    ])
  })
})

describe('the search key', () => {
  it('is the same for another case, width and spacing', () => {
    for (const name of ['Northway  Markets', 'NORTHWAY MARKETS', 'Ｎｏｒｔｈｗａｙ Markets'])
      assert.equal(searchKey(name), 'northway markets')
  })
})
