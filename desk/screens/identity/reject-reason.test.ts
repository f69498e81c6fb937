import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { longestRemark } from '#core/kyc/identity.ts'
import { remarkFault, remarkLength, withRemark } from '#desk/screens/identity/reject-reason.ts'

describe('the reason of a rejection', () => {
  for (const [remark, fault] of [
    ['', 'missing'],
    [' \n ', 'missing'],
    ['Blurred', undefined],
    ['x'.repeat(longestRemark), undefined],
    [` ${'x'.repeat(longestRemark)} `, undefined],
    ['😀'.repeat(longestRemark), undefined],
    ['x'.repeat(longestRemark + 1), 'too_long'],
  ] as const) {
    test(`of ${remarkLength(remark)} characters has ${fault === undefined ? 'no fault' : `the fault ${fault}`}`, () => {
      assert.equal(remarkFault(remark), fault)
    })
  }

  test('appends each common reason once', () => {
    const first = withRemark('  ', 'Blurred.')
    const both = withRemark(`${first} `, 'Expired.')
    assert.deepEqual([first, both, withRemark(both, 'Blurred.')], ['Blurred.', 'Blurred.\nExpired.', both])
  })
})
