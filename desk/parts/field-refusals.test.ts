import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callFailure } from '#browser/calls/call-failure.ts'
import type { Reason } from '#contract/envelope.ts'
import { fieldRefusals } from '#desk/parts/field-refusals.ts'

const table: readonly (readonly [Reason, string | undefined])[] = [
  ['wrong_code', 'code'],
  ['wrong_password', 'password'],
  ['password_common', 'newPassword'],
  ['password_same', 'newPassword'],
  ['password_too_short', 'newPassword'],
  ['role_forbidden', undefined],
]

describe('the field of a refusal', () => {
  for (const [reason, field] of table) {
    test(`${reason} belongs to ${field ?? 'no field'}`, () => {
      const failure = callFailure({
        ...{ kind: 'refused', code: 0, msg: 'No.', reason },
        ...{ field: undefined, figures: {}, data: null },
      })
      const shown = Object.entries(fieldRefusals(failure)).filter(([, words]) => words !== undefined)
      assert.deepEqual(shown, field === undefined ? [] : [[field, 'No.']])
    })
  }

  test('is none without a refusal', () => {
    for (const failure of [undefined, callFailure({ kind: 'transport', code: '502', status: 502 })])
      assert.deepEqual(Object.values(fieldRefusals(failure)), [undefined, undefined, undefined])
  })
})
