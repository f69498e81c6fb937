import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { secretField, totpField } from '#contract/desk/desk-fields.ts'
import { operatorRoles } from '#core/account/operator-role.ts'

export const deskRecoveryCodes = defineCall({
  name: 'desk_recovery_codes',
  group: 'Desk',
  summary: 'Make new recovery codes; the old ones end',
  path: '/desk/api/recovery_codes',
  verb: 'POST',
  changes: true,
  access: operatorRoles,
  carriesSecret: true,
  input: Type.Object({ password: secretField, totp: totpField }),
  answer: Type.Object({ recovery_codes: Type.Array(Type.String()) }),
})

export type DeskRecoveryCodesInput = InputOf<typeof deskRecoveryCodes>
export type DeskRecoveryCodesAnswer = AnswerOf<typeof deskRecoveryCodes>
