import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DeskCompany } from '#contract/desk/companies.ts'
import {
  closestText,
  faultOf,
  faultyLanguage,
  firstLanguage,
  formFaults,
  formOf,
  inputOf,
  mergeCompany,
  textState,
  typeText,
} from '#desk/screens/companies/company-form.ts'

const noText = { name: '', legal_name: '', office_address: '', registered_address: '' }
const english = { ...noText, name: 'Northway', legal_name: 'Northway Ltd' }
const company: DeskCompany = {
  ...{ id: 11, texts: { en: english }, logo: '', website: '', email: '', is_visible: 1, revision: 3 },
  ...{ status: 0, status_reason: '', loss_url: '', updated_at: '2026-03-05T10:00:00.000Z' },
}
const form = formOf(company)

describe('the form of a company', () => {
  test('sends the texts of all languages as JSON, with the revision that was seen', () => {
    const { texts, ...input } = inputOf(typeText(form, 'hk', { name: '北方' }), company)
    assert.deepEqual(JSON.parse(texts), { en: english, hk: { ...noText, name: '北方' } })
    assert.deepEqual([input.id, input.revision, input.status], [11, 3, 0])
    assert.equal('id' in inputOf(formOf(undefined), undefined), false)
  })

  test('has faults by language, and marks their tabs', () => {
    const typed = typeText(typeText(form, 'de', { office_address: 'Kai 1' }), 'fr', { name: 'x'.repeat(101) })
    const faults = formFaults({ ...typed, website: 'northway' })
    assert.deepEqual(
      faults.map(({ name, language, text }) => [name, language, text]),
      [
        ['name', 'de', 'company.fault.name'],
        ['name', 'fr', 'company.fault.too_long'],
        ['website', undefined, 'company.fault.website'],
      ],
    )
    const states = (['en', 'de', 'fr', 'ar'] as const).map((language) => textState(typed, faults, language))
    assert.deepEqual(states, ['written', 'faulty', 'faulty', 'empty'])
    assert.equal(faultOf(faults, 'name', 'de'), 'company.fault.name')
    assert.equal(faultOf(faults, 'name', 'en'), undefined)
    assert.equal(faultOf(faults, 'website', 'en'), 'company.fault.website')
  })

  test('opens a language with a fault, unless the open one has a fault itself', () => {
    const faults = formFaults(
      typeText(typeText(form, 'de', { office_address: 'a' }), 'ar', { legal_name: 'b' }),
    )
    assert.equal(faultyLanguage(faults, 'en'), 'de')
    assert.equal(faultyLanguage(faults, 'ar'), 'ar')
    assert.equal(faultyLanguage(formFaults({ ...form, email: 'x' }), 'en'), 'en')
  })

  test('says in any open language that there is no name at all', () => {
    const faults = formFaults(typeText(form, 'en', noText))
    assert.equal(faultOf(faults, 'name', 'jp'), 'company.fault.no_name')
    assert.equal(faultyLanguage(faults, 'jp'), 'jp')
  })

  test('shows the text in the own language, or else English, Chinese (Hong Kong) or any', () => {
    const inOnly = (...codes: readonly string[]) => ({
      ...company,
      texts: Object.fromEntries(codes.map((code) => [code, { ...noText, name: code }])),
    })
    for (const [codes, shown] of [
      [['de', 'en', 'fr'], 'fr'],
      [['de', 'en', 'hk'], 'en'],
      [['de', 'hk'], 'hk'],
      [['jp', 'de'], 'de'],
    ] as const) {
      assert.deepEqual(closestText(inOnly(...codes), 'fr'), { ...noText, name: shown, language: shown })
      assert.equal(firstLanguage(inOnly(...codes), 'fr'), shown)
    }
    assert.equal(firstLanguage(undefined, 'hk'), 'hk')
  })
})

describe('a company that someone else saved meanwhile', () => {
  const theirs = formOf({
    ...company,
    texts: { en: { ...english, name: 'Theirs' }, fr: { ...noText, name: 'Voie' } },
    email: 'new@northway.example',
  })

  test('keeps what was typed in every language, and takes the other fields', () => {
    const typed = typeText(typeText(form, 'en', { legal_name: 'Mine' }), 'de', { name: 'Nordweg' })
    const merged = mergeCompany({ ...typed, website: 'https://mine.example' }, form, theirs)
    assert.deepEqual(merged, {
      ...theirs,
      website: 'https://mine.example',
      texts: {
        en: { ...english, name: 'Theirs', legal_name: 'Mine' },
        de: { ...noText, name: 'Nordweg' },
        fr: { ...noText, name: 'Voie' },
      },
    })
  })

  test('keeps a text that was typed in a language they removed, and removes one that was not', () => {
    const before = formOf({ ...company, texts: { en: english, de: english, fr: english } })
    const typed = typeText(before, 'de', { legal_name: 'Mine' })
    const merged = mergeCompany(typed, before, form)
    assert.deepEqual(merged.texts['de'], { ...noText, legal_name: 'Mine' })
    assert.equal(textState(merged, [], 'fr'), 'empty')
    assert.deepEqual(
      formFaults(merged).map(({ name, language }) => [name, language]),
      [['name', 'de']],
    )
  })

  test('keeps a removed text removed', () => {
    assert.equal(textState(mergeCompany(typeText(form, 'en', noText), form, form), [], 'en'), 'empty')
  })
})
