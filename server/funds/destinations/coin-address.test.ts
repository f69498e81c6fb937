import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type AddressCheck, normalizeAddress } from '#server/funds/destinations/coin-address.ts'
import { fc } from '#test/fast-check.ts'

const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const script = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'
const taproot = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'

/** Spellings of valid addresses, with the one that is stored. */
const valid: readonly (readonly [AddressCheck, string, string])[] = [
  ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['bitcoin', segwit, segwit],
  ['bitcoin', segwit.toUpperCase(), segwit],
  ['bitcoin', script, script],
  ['bitcoin', taproot, taproot],
  ['bitcoin', `  ${segwit}\n`, segwit],
  // The examples of EIP-55.
  ...[
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ].flatMap((address) => [
    ['ethereum', address, address] as const,
    ['ethereum', address.toLowerCase(), address] as const,
    ['ethereum', `0x${address.slice(2).toUpperCase()}`, address] as const,
  ]),
  ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['tron', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
  ['none', 'memo:rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh', 'memo:rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh'],
]

const invalid: readonly (readonly [AddressCheck, string, string])[] = [
  ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'a wrong checksum'],
  ['bitcoin', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'the test network'],
  ['bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'bech32 of the test network'],
  ['bitcoin', `${segwit.slice(0, -1)}5`, 'a wrong bech32 checksum'],
  ['bitcoin', segwit.replace('bc1qw', 'bc1qW'), 'mixed case'],
  ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'version 1 in bech32'],
  ['bitcoin', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'a program of 16 bytes in version 0'],
  ['bitcoin', 'bc1sw50qgdz25j', 'a version without a meaning'],
  ['bitcoin', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'another network'],
  ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'a wrong checksum'],
  ['ethereum', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'no prefix'],
  ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'a missing digit'],
  ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAedd', 'a digit too many'],
  ['ethereum', '0xgaAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'a letter beyond f'],
  ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', 'a wrong checksum'],
  ['tron', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'another network'],
  ['tron', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'another network'],
  ['none', 'two words', 'a space'],
  ['none', 'naïve', 'a letter beyond ASCII'],
  ['none', 'x'.repeat(201), 'too long'],
]

describe('an address', () => {
  for (const [check, typed, stored] of valid) {
    test(`of ${check} is stored as ${stored} if typed as ${JSON.stringify(typed)}`, () =>
      assert.equal(normalizeAddress(check, typed), stored))
  }
  for (const [check, typed, why] of invalid) {
    test(`of ${check} is refused for ${why}: ${typed.slice(0, 70)}`, () =>
      assert.equal(normalizeAddress(check, typed), undefined))
  }

  const checks = ['bitcoin', 'ethereum', 'tron', 'none'] as const

  test('is never accepted when it is empty', () => {
    for (const check of checks) assert.equal(normalizeAddress(check, '  '), undefined)
  })

  test('is normalised once: its stored spelling is stored unchanged', () => {
    for (const [check, typed] of valid) {
      const stored = normalizeAddress(check, typed) ?? ''
      assert.equal(normalizeAddress(check, stored), stored)
    }
  })

  test('with one changed character is refused', () => {
    const letters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
    const checked = valid.filter(([check, typed, stored]) => check !== 'none' && typed === stored)
    const changed = fc.tuple(fc.constantFrom(...checked), fc.nat(100), fc.constantFrom(...letters))
    fc.assert(
      fc.property(changed, ([[check, typed], at, letter]) => {
        const place = at % typed.length
        const other = `${typed.slice(0, place)}${letter}${typed.slice(place + 1)}`
        const isPlain = check === 'ethereum' && other.toLowerCase() === other
        if (other === typed || isPlain) return
        assert.equal(normalizeAddress(check, other), undefined)
      }),
    )
  })

  test('of any text throws nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...checks), fc.string({ maxLength: 120 }), (check, text) => {
        normalizeAddress(check, text)
      }),
    )
  })
})
