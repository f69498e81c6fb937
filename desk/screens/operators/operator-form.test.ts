import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { emailFault, emptyOperator, roleFault } from '#desk/screens/operators/operator-form.ts'

describe('a new operator', () => {
  test('starts with the least privileged role', () => assert.equal(emptyOperator.role, 'viewer'))

  for (const [email, isFine] of [
    ['eve@example.com', true],
    [' Eve@Example.com ', true],
    ['eve@', false],
    ['', false],
  ] as const) {
    test(`“${email}” is ${isFine ? 'valid' : 'invalid'}`, () => {
      const fault = emailFault({ email, role: 'finance' })
      assert.equal(fault, isFine ? undefined : 'operators.fault.email')
    })
  }
})

test('a role change needs another role', () => {
  assert.equal(roleFault('viewer', 'compliance'), undefined)
  assert.equal(roleFault('viewer', 'viewer'), 'operators.fault.role')
})
