import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseEmailAddress } from '#core/account/email-address.ts'

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
  'nothing at all': '',
  'only spaces': '   ',
  'no at': 'ann.example.com',
  'nobody before the at': '@example.com',
  'nothing behind the at': 'ann@',
  'two of them': 'ann@lee@example.com',
  'a host without a dot': 'a@b',
  'a top level of one letter': 'a@b.c',
  'a top level of digits': 'a@10.0.0.1',
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
  'a Cyrillic letter that looks like ours': '\u0430nn@example.com',
  'one in the host': 'ann@ex\u0430mple.com',
  'a sign for kelvin, whose small letter is our k': '\u212aate@example.com',
  'a wide letter': '\uff41nn@example.com',
  'an accent': 'ann\u0301@example.com',
  'an invisible space': 'an\u200bn@example.com',
  'a NUL': 'ann\0@example.com',
  'a part that is too long': `${'a'.repeat(65)}@example.com`,
  'a label that is too long': `a@${'b'.repeat(64)}.com`,
}

describe('an email address', () => {
  for (const [typed, kept] of taken)
    it(`is ${JSON.stringify(typed)}`, () => assert.equal(parseEmailAddress(typed), kept))

  for (const [why, typed] of Object.entries(refused))
    it(`is not one with ${why}`, () => assert.equal(parseEmailAddress(typed), undefined))

  it('has at most 254 characters', () => {
    const host = `${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}`
    const longest = `${'a'.repeat(58)}@${host}.com`
    assert.equal(longest.length, 254)
    assert.equal(parseEmailAddress(longest), longest)
    assert.equal(parseEmailAddress(`a${longest}`), undefined)
  })

  it('is answered at once, however long the text is', () => {
    for (const text of [`${'a.'.repeat(200_000)}@`, `a@${'b-'.repeat(200_000)}`, `a@${'x.'.repeat(120)}`])
      assert.equal(parseEmailAddress(text), undefined)
  })

  it('stays the same when it is read again', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (typed) => {
        const address = parseEmailAddress(typed)
        fc.pre(address !== undefined)
        assert.equal(parseEmailAddress(address), address)
      }),
    )
  })
})
