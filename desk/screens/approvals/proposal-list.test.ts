import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  changedValueText,
  fieldText,
  kindText,
  proposalsFromSearch,
  proposalsPath,
} from '#desk/screens/approvals/proposal-list.ts'
import { deskEn } from '#test/browser/words.ts'

describe('the path of the approvals', () => {
  const table = [
    ['', 'open', 1, '/approvals'],
    ['page=2', 'open', 2, '/approvals?page=2'],
    ['state=decided', 'decided', 1, '/approvals?state=decided'],
    ['state=decided&page=3', 'decided', 3, '/approvals?state=decided&page=3'],
    ['state=nonsense&page=-1', 'open', 1, '/approvals'],
  ] as const
  for (const [search, state, page, path] of table) {
    test(`“${search}” means page ${page} of ${state}`, () => {
      assert.deepEqual(proposalsFromSearch(search), { state, page })
      assert.equal(proposalsPath({ state, page }), path)
    })
  }
})

test('kinds and fields have translated names, unknown ones their own', () => {
  assert.equal(kindText('adjustment', deskEn), deskEn('approvals.kind.adjustment'))
  assert.equal(kindText('brand_new', deskEn), 'brand new')
  assert.equal(fieldText('memo', deskEn), deskEn('approvals.field.memo'))
  assert.equal(fieldText('bank_swift', deskEn), deskEn('destination.bank_swift'))
  assert.equal(fieldText('deposit_rate', deskEn), deskEn('currency.field.deposit_rate'))
  assert.equal(fieldText('brand_new', deskEn), 'brand new')
})

test('switches and kinds of fees are shown in words', () => {
  assert.equal(changedValueText('is_on', '1', deskEn), deskEn('currency.on'))
  assert.equal(changedValueText('is_payout_on', '0', deskEn), deskEn('currency.off'))
  assert.equal(changedValueText('fee_type', '2', deskEn), deskEn('currency.fee_type.2'))
  assert.equal(changedValueText('deposit', '1', deskEn), '1')
})
