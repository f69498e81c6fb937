import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Area, parseEmailAddress, parseInternational, parseNational } from '#core/user/contact.ts'
import { fc } from '#test/fast-check.ts'

describe('email address', () => {
  const taken: readonly (readonly [typed: string, kept: string])[] = [
    ['ann@example.com', 'ann@example.com'],
    ['  Ann.Lee@Example.COM\n', 'ann.lee@example.com'],
    ['ann+openlot@mail.example.co.uk', 'ann+openlot@mail.example.co.uk'],
    ["o'neill_{x}!@example.org", "o'neill_{x}!@example.org"],
    ['1@2.io', '1@2.io'],
    ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
    ['a@example.xn--p1ai', 'a@example.xn--p1ai'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
    [`a@${'b'.repeat(63)}.com`, `a@${'b'.repeat(63)}.com`],
  ]

  const refused: Readonly<Record<string, string>> = {
    'empty text': '',
    'only spaces': '   ',
    'no at': 'ann.example.com',
    'an empty local part': '@example.com',
    'an empty host': 'ann@',
    'two at signs': 'ann@lee@example.com',
    'a host without a dot': 'a@b',
    'a top-level domain of one letter': 'a@b.c',
    'a top-level domain of digits': 'a@10.0.0.1',
    'an address in brackets': 'a@[10.0.0.1]',
    'a quoted part': '"ann lee"@example.com',
    'a quoted at': '"a@b"@example.com',
    'a space inside': 'ann lee@example.com',
    'a space in the host': 'ann@exam ple.com',
    'a line break inside': 'ann@example.com\nbcc: all@example.com',
    'a display name': 'Ann <ann@example.com>',
    'a comma': 'ann@example.com,lee@example.com',
    'a dot before the at': 'ann.@example.com',
    'a dot at the beginning': '.ann@example.com',
    'two dots in a row': 'ann..lee@example.com',
    'a dot at the end': 'ann@example.com.',
    'two dots in the host': 'ann@example..com',
    'a dash at the beginning of the host': 'ann@-example.com',
    'a dash at the end of a label': 'ann@example-.com',
    'a dash at the very end': 'ann@example.xn--a-',
    'an underscore in the host': 'ann@exa_mple.com',
    'a Cyrillic lookalike letter': '\u0430nn@example.com',
    'a lookalike letter in the host': 'ann@ex\u0430mple.com',
    'the Kelvin sign, which becomes k in lower case': '\u212aate@example.com',
    'a full-width letter': '\uff41nn@example.com',
    'an accent': 'ann\u0301@example.com',
    'a zero-width space': 'an\u200bn@example.com',
    'a NUL': 'ann\0@example.com',
    'a part that is too long': `${'a'.repeat(65)}@example.com`,
    'a label that is too long': `a@${'b'.repeat(64)}.com`,
  }

  describe('an email address', () => {
    for (const [typed, kept] of taken)
      it(`accepts ${JSON.stringify(typed)}`, () => assert.equal(parseEmailAddress(typed), kept))

    for (const [why, typed] of Object.entries(refused))
      it(`refuses ${why}`, () => assert.equal(parseEmailAddress(typed), undefined))

    it('has at most 254 characters', () => {
      const host = `${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}`
      const longest = `${'a'.repeat(58)}@${host}.com`
      assert.equal(longest.length, 254)
      assert.equal(parseEmailAddress(longest), longest)
      assert.equal(parseEmailAddress(`a${longest}`), undefined)
    })

    it('is refused quickly for very long text', () => {
      for (const text of [`${'a.'.repeat(200_000)}@`, `a@${'b-'.repeat(200_000)}`, `a@${'x.'.repeat(120)}`])
        assert.equal(parseEmailAddress(text), undefined)
    })

    it('parses to itself', () => {
      fc.assert(
        fc.property(fc.emailAddress(), (typed) => {
          const address = parseEmailAddress(typed)
          fc.pre(address !== undefined)
          assert.equal(parseEmailAddress(address), address)
        }),
      )
    })
  })
})

describe('mobile number', () => {
  function area(id: number, country: string, diallingCode: string, keepsZero = false): Area {
    return { id, country, diallingCode, keepsZero, isSupported: true }
  }

  const taiwan = area(1, 'TW', '886')
  const unitedStates = area(2, 'US', '1')
  const canada = area(3, 'CA', '1')
  const russia = area(4, 'RU', '7')
  const kazakhstan = area(5, 'KZ', '7')
  const hungary = area(6, 'HU', '36')
  const ivoryCoast = area(7, 'CI', '225', true)
  const belarus = area(8, 'BY', '375')
  const lithuania = area(9, 'LT', '370')
  const areas = [
    taiwan,
    unitedStates,
    canada,
    russia,
    kazakhstan,
    hungary,
    ivoryCoast,
    belarus,
    lithuania,
  ] as const

  describe('a national number', () => {
    const sameNumber: readonly (readonly [Area, full: string, ...typed: string[]])[] = [
      [
        taiwan,
        '886912345678',
        '0912345678',
        '912345678',
        '0912-345-678',
        ' (0912) 345.678 ',
        '(00)912345678',
      ],
      [taiwan, '886912345678', '+886912345678', '+886 912 345 678', '+886 (0)912 345 678', '00886912345678'],
      [unitedStates, '14155550123', '4155550123', '(415) 555-0123', '1 415 555 0123', '+1 415 555 0123'],
      [russia, '79123456789', '9123456789', '8 (912) 345-67-89', '+7 912 345-67-89'],
      [hungary, '36201234567', '06 20 123 4567', '20 123 4567', '+36 20 123 4567'],
      [belarus, '375291234567', '8 029 123 45 67', '29 123 45 67', '+375 29 123 45 67'],
      [lithuania, '37061234567', '8 612 34567', '0 612 34567', '612 34567'],
      [ivoryCoast, '2250712345678', '07 12 34 56 78', '+225 07 12 34 56 78', '00225 0712345678'],
    ]
    for (const [home, full, ...typed] of sameNumber) {
      it(`parses to ${full} in every notation`, () => {
        for (const text of typed) {
          const number = parseNational(text, home)
          assert.equal(number?.full, full, text)
          assert.equal(number?.national, full.slice(home.diallingCode.length), text)
          assert.equal(number?.area, home)
        }
      })
    }

    const none: Readonly<Record<string, string>> = {
      'empty text': '',
      'only a plus': '+',
      'only zeros': '0000000000',
      letters: '0912-CALL-ME',
      'a plus inside': '0912+345678',
      'two pluses': '++886912345678',
      'another country’s code': '+81 90 1234 5678',
      'four digits': '01234',
      'sixteen digits with the code': '9123456789012',
      'too much text': `0912345678${' '.repeat(40)}`,
      'full-width digits': '０９１２３４５６７８',
      'an extension': '0912345678x12',
    }
    for (const [why, typed] of Object.entries(none))
      it(`is refused with ${why}`, () => assert.equal(parseNational(typed, taiwan), undefined))

    it('has at least five digits, and at most fifteen with its code', () => {
      assert.equal(parseNational('12345', taiwan)?.full, '88612345')
      assert.equal(parseNational('123456789012', taiwan)?.full, '886123456789012')
    })

    it('keeps leading zeros only where they are dialled from abroad', () => {
      assert.equal(parseNational('0123456', ivoryCoast)?.full, '2250123456')
      assert.equal(parseNational('0123456', taiwan)?.full, '886123456')
    })

    it('drops a non-zero trunk prefix only before a number of full length', () => {
      assert.equal(parseNational('812345678', russia)?.full, '7812345678')
      assert.equal(parseNational('8123456789', russia)?.full, '78123456789')
      assert.equal(parseNational('06201234', hungary)?.full, '366201234')
    })
  })

  describe('an international number', () => {
    it('finds its country', () => {
      for (const typed of ['886912345678', '+886 912 345 678', '00886912345678', '8860912345678'])
        assert.deepEqual(parseInternational(typed, areas), {
          area: taiwan,
          national: '912345678',
          full: '886912345678',
        })
    })

    it('uses the first area of a shared dialling code', () => {
      assert.equal(parseInternational('+77011234567', areas)?.area, russia)
      assert.equal(parseInternational('14165550123', areas)?.area, unitedStates)
    })

    it('is the same number for every area of a shared code', () => {
      assert.equal(parseNational('7011234567', kazakhstan)?.full, parseNational('7011234567', russia)?.full)
      assert.equal(
        parseNational('4165550123', canada)?.full,
        parseNational('1 4165550123', unitedStates)?.full,
      )
    })

    it('is refused if too short, too long or without a known code', () => {
      for (const typed of ['', '+', '886', '8861234', '8861234567890123', '999912345678', 'ann@example.com'])
        assert.equal(parseInternational(typed, areas), undefined, typed)
    })

    it('equals the stored form of any national number', () => {
      const typed = fc.string({ unit: fc.constantFrom(...'000011678923 ()-.+'), maxLength: 20 })
      fc.assert(
        fc.property(typed, fc.constantFrom(...areas), (text, home) => {
          const number = parseNational(text, home)
          fc.pre(number !== undefined)
          const again = parseInternational(number.full, areas)
          assert.deepEqual([again?.national, again?.full], [number.national, number.full])
        }),
        { numRuns: 2000 },
      )
    })
  })
})
