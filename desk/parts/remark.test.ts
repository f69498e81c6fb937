import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { longestRemark } from '#core/user/operator-remark.ts'
import { remarkFault, remarkLength } from '#desk/parts/remark.ts'

describe('a remark', () => {
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
})
