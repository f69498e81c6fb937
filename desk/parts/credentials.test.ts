import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newPasswordFaults, secondFactorFault } from '#desk/parts/credentials.ts'

describe('secondFactorFault', () => {
  for (const [text, fault] of [
    ['123456', undefined],
    [' 123 456 ', undefined],
    ['１２３４５６', undefined],
    ['abcd-efgh-2345-67AB', undefined],
    ['ABCDEFGH234567AB', undefined],
    ['', 'code.fault.missing'],
    ['   ', 'code.fault.missing'],
    ['12345', 'code.fault.shape'],
    ['1234567', 'code.fault.shape'],
    ['abcd-efgh-2345-67A', 'code.fault.shape'],
    ['abcd-efgh-0189-67AB', 'code.fault.shape'],
  ] as const) {
    test(`“${text}” gives ${fault ?? 'no fault'}`, () => assert.equal(secondFactorFault(text), fault))
  }
})

describe('newPasswordFaults', () => {
  const table = [
    ['correct horse 1', 'correct horse 1', true, undefined, undefined],
    ['correct horse 1', 'correct horse 2', true, undefined, 'password.fault.differs'],
    ['correct horse 1', '', true, undefined, 'password.fault.differs'],
    ['short 1', 'short 1', true, 'password.fault.too_short', undefined],
    ['no digit at all', 'no digit at all', true, 'password.fault.no_digit', undefined],
    ['12345678', '12345678', true, 'password.fault.no_letter', undefined],
    [`a1${'x'.repeat(71)}`, `a1${'x'.repeat(71)}`, true, 'password.fault.too_long', undefined],
    ['', '', true, 'password.fault.missing', undefined],
    ['', '', false, undefined, undefined],
    ['', 'correct horse 1', false, 'password.fault.missing', undefined],
    ['short', 'short', false, 'password.fault.too_short', undefined],
  ] as const

  for (const [password, repeated, isNeeded, first, second] of table) {
    test(`“${password.slice(0, 20)}” and “${repeated.slice(0, 20)}”, ${isNeeded ? 'needed' : 'not needed'}`, () => {
      assert.deepEqual(newPasswordFaults({ password, repeated }, isNeeded), {
        password: first,
        repeated: second,
      })
    })
  }
})
