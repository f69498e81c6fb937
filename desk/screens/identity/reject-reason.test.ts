import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { longestRemark } from '#core/kyc/identity.ts'
import { remarkFault, remarkLength, withRemark } from '#desk/screens/identity/reject-reason.ts'

describe('the remark of a refusal', () => {
  for (const [remark, fault] of [
    ['', 'missing'],
    [' \n ', 'missing'],
    ['Blurred', undefined],
    ['x'.repeat(longestRemark), undefined],
    [` ${'x'.repeat(longestRemark)} `, undefined],
    ['😀'.repeat(longestRemark), undefined],
    ['x'.repeat(longestRemark + 1), 'too_long'],
  ] as const) {
    test(`${remarkLength(remark)} characters: ${fault ?? 'can be sent'}`, () => {
      assert.equal(remarkFault(remark), fault)
    })
  }

  test('takes ready-made ones one after the other, each once', () => {
    const first = withRemark('  ', 'Blurred.')
    const both = withRemark(`${first} `, 'Expired.')
    assert.deepEqual([first, both, withRemark(both, 'Blurred.')], ['Blurred.', 'Blurred.\nExpired.', both])
  })
})
