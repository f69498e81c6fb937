import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  emptyOperator,
  isValid,
  newOperatorFaults,
  newRoleFaults,
} from '#desk/screens/operators/operator-form.ts'

describe('a new operator', () => {
  test('starts with the least privileged role', () => assert.equal(emptyOperator.role, 'viewer'))

  for (const [email, code, wrong] of [
    ['eve@example.com', '123456', []],
    [' Eve@Example.com ', 'ABCD-EFGH-2345-67AB', []],
    ['eve@', '123456', ['email']],
    ['', '', ['email', 'code']],
    ['eve@example.com', '12', ['code']],
  ] as const) {
    test(`“${email}” with “${code}” has faults in ${wrong.join(' ') || 'no field'}`, () => {
      const faults = newOperatorFaults({ email, role: 'finance', code })
      assert.deepEqual(
        Object.entries(faults).flatMap(([field, fault]) => (fault ? [field] : [])),
        wrong,
      )
      assert.equal(isValid(faults), wrong.length === 0)
    })
  }
})

describe('a role change', () => {
  for (const [wanted, code, isFine] of [
    ['compliance', '123456', true],
    ['viewer', '123456', false],
    ['compliance', '', false],
  ] as const) {
    test(`from viewer to ${wanted} with “${code}” is ${isFine ? 'valid' : 'invalid'}`, () => {
      assert.equal(isValid(newRoleFaults('viewer', wanted, code)), isFine)
    })
  }
})
