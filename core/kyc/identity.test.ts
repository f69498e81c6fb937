import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentKey, maskDocumentNumber, parseDocumentNumber, parseName } from '#core/kyc/identity.ts'
import { fc } from '#test/fast-check.ts'

describe('name and document number', () => {
  /** Random form input: any characters, or a mix of letters, digits, invisible characters and lone surrogates. */
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.string({
      unit: fc.constantFrom(...'aZéß李ي٣०12 .-/\u200c\u200d\u200f\u034f\u3164\u0301\0\ud800'),
      maxLength: 60,
    }),
  )

  describe('a name', () => {
    const names = [
      ['Ann Lee', 'Ann Lee'],
      ['  Ann \t\n  Lee ', 'Ann Lee'],
      ['Jose\u0301', 'José'],
      ['Seán O’Brien-Ní Dhálaigh', 'Seán O’Brien-Ní Dhálaigh'],
      ["D'Angelo, Jr.", "D'Angelo, Jr."],
      ['李小龍', '李小龍'],
      ['阿里木·買買提', '阿里木·買買提'],
      ['ブルース・リー', 'ブルース・リー'],
      ['\u200fمحمد علي\u200e', 'محمد علي'],
      ['Raman A/L Suppiah', 'Raman A/L Suppiah'],
      ['Tan Ah Kow @ Tan (Peter)', 'Tan Ah Kow @ Tan (Peter)'],
      ['John Smith 3rd', 'John Smith 3rd'],
      ['ณัฐวุฒิ', 'ณัฐวุฒิ'],
      ['مهدی\u200cزاده', 'مهدی\u200cزاده'],
      ['\u200cمهدی\u200c\u200dزاده\u200d', 'مهدی\u200cزاده'],
      ['क्\u200dष', 'क्\u200dष'],
      ['An\u3164n\ufe0f\u115f \u1160Lee\uffa0', 'Ann Lee'],
      ['Jose\u034f\u0301', 'José'],
      ['a'.repeat(100), 'a'.repeat(100)],
    ] as const
    for (const [typed, name] of names) {
      it(`is parsed from ${JSON.stringify(typed)}`, () => assert.equal(parseName(typed), name))
    }

    it('is undefined for anything else', () => {
      const others = [
        '',
        ' ',
        '7',
        '-',
        'a'.repeat(101),
        'a\0b',
        '<b>Ann</b>',
        'Ann;',
        'x\ud800',
        '\u0301a',
        '👩',
        '\u202e',
        '\u3164\u3164',
        '\u115f\u1160 \uffa0',
        '\u200c\u200d',
      ]
      for (const typed of others) assert.equal(parseName(typed), undefined, JSON.stringify(typed))
    })
  })

  describe('a document number', () => {
    const numbers = [
      ['A1234567', 'A1234567'],
      [' a  123-456 ', 'a 123-456'],
      ['1234567(8)', '1234567(8)'],
      ['ＡＢ１２３４', 'AB1234'],
      ['١٢٣٤٥', '12345'],
      ['۱۲۳۴۵', '12345'],
      ['१२३४५', '12345'],
      ['๑๒๓๔๕', '12345'],
      ['123', '123'],
      ['A\u31641\u200d2\u11603\uffa0', 'A123'],
      ['1'.repeat(40), '1'.repeat(40)],
    ] as const
    for (const [typed, number] of numbers) {
      it(`is parsed from ${JSON.stringify(typed)}`, () => assert.equal(parseDocumentNumber(typed), number))
    }

    it('is undefined for anything else', () => {
      const others = [
        '',
        '12',
        'A-----',
        '-123',
        '1'.repeat(41),
        '12\x1c5',
        "1' or '1'='1",
        '12345;',
        '1234\ud800',
        '\u3164\u3164\u3164\u3164',
        'A1\u02bc\u02bc',
      ]
      for (const typed of others) assert.equal(parseDocumentNumber(typed), undefined, JSON.stringify(typed))
    })

    it('has the same key in every notation', () => {
      const keys = ['ab 12-34.56', 'AB123456', 'Ab/12 34 56', 'ａｂ１２３４５６', 'ab١٢٣٤٥٦'].map((typed) =>
        documentKey(parseDocumentNumber(typed) ?? ''),
      )
      assert.deepEqual(new Set(keys), new Set(['AB123456']))
    })

    it('has the same key in lookalike letters', () => {
      const alike = [
        ['АВЕКМНОРСТУХ', 'ABEKMHOPCTYX'],
        ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
        ['ав 12ʼ34', 'AB1234'],
        ['Щ12Ω', 'Щ12Ω'],
      ] as const
      for (const [typed, key] of alike) assert.equal(documentKey(parseDocumentNumber(typed) ?? ''), key)
    })

    it('shows only its last four characters, and never more than half', () => {
      assert.equal(maskDocumentNumber('A12345678'), '•••••5678')
      assert.equal(maskDocumentNumber('12345678'), '••••5678')
      assert.equal(maskDocumentNumber('12345'), '•••45')
      assert.equal(maskDocumentNumber('123'), '••3')
    })
  })

  describe('name and document number', () => {
    it('parse to themselves', () => {
      fc.assert(
        fc.property(anyText, (typed) => {
          for (const parse of [parseName, parseDocumentNumber]) {
            const once = parse(typed)
            if (once !== undefined) assert.equal(parse(once), once)
          }
        }),
      )
    })

    it('always fit their columns', () => {
      fc.assert(
        fc.property(anyText, (typed) => {
          const name = parseName(typed) ?? 'x'
          const number = parseDocumentNumber(typed) ?? 'xxx'
          assert.ok(name.length >= 1 && name.length <= 200 && name.isWellFormed())
          assert.ok(number.length >= 1 && number.length <= 100 && number.isWellFormed())
          const key = documentKey(number)
          assert.ok(key.length >= 3 && key.length <= 100)
          assert.equal([...maskDocumentNumber(number)].length, [...number].length)
        }),
        { numRuns: 1000 },
      )
    })
  })
})
