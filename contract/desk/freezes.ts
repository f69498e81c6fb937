import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { idField, pageField, textField, totpField } from '#contract/desk/shared-fields.ts'
import type { FreezeCause } from '#core/decision/command.ts'
import { longestRemark } from '#core/user/operator-remark.ts'
import type { OperatorRole } from '#core/user/operator-role.ts'

/** Roles that deal with users, and the one that may read every list. */
export const freezeReaders = ['owner', 'compliance', 'support', 'viewer'] as const satisfies OperatorRole[]

export const deskFreezes = defineCall({
  name: 'desk_freezes',
  group: 'Operator console',
  summary: 'List frozen accounts, oldest first, or lifted freezes, newest first (audited)',
  path: '/desk/api/freezes',
  verb: 'GET',
  changes: false,
  access: freezeReaders,
  input: Type.Object({
    state: Type.Union([Type.Literal('frozen'), Type.Literal('lifted')], { default: 'frozen' }),
    page: pageField,
  }),
  answer: Type.Object({
    data: Type.Array(
      Type.Object({
        id: Type.Integer(),
        user_id: Type.Integer(),
        uid: Type.String(),
        is_demo: Type.Integer(),
        cause: Type.Enum(['command_failed', 'quote_failed', 'not_stored'], {
          description:
            'command_failed: a command could not be decided; quote_failed: a quote could not be evaluated; not_stored: the database refused a decision',
        }),
        detail: Type.String({ description: 'The error' }),
        frozen_at: Type.String(),
        lifted_at: Type.Union([Type.String(), Type.Null()]),
        lifted_by: Type.String({ description: 'Owner who lifted the freeze; empty while frozen' }),
        reason: Type.String({ description: 'Why the freeze was lifted; empty while frozen' }),
      }),
    ),
    total: Type.Integer(),
    frozen: Type.Integer({ description: 'Number of frozen accounts, independent of the filter' }),
  }),
})

export type DeskFreezesInput = InputOf<typeof deskFreezes>
export type DeskFreezesAnswer = AnswerOf<typeof deskFreezes>

/** Length of an ISO time with any year. */
const longestTime = 27

export const liftFreeze = defineCall({
  name: 'lift_freeze',
  group: 'Operator console',
  summary:
    'Lift a freeze of an account: from the next quote on, stops and margin rules apply again (audited). Refused as `frozen_again` if the account is frozen by a later freeze',
  path: '/desk/api/freezes/lift',
  verb: 'POST',
  changes: true,
  access: ['owner'],
  carriesSecret: true,
  input: Type.Object({
    user_id: idField,
    frozen_at: textField(longestTime, 'The freeze that the owner has read, as the list names it'),
    reason: textField(longestRemark, 'Why the account may trade again; journalled'),
    totp: totpField,
  }),
  answer: Type.Null(),
})

export type LiftFreezeInput = InputOf<typeof liftFreeze>

type ListedFreeze = FreezeCause & {
  readonly id: number
  readonly userId: number
  readonly uid: string
  readonly isDemo: boolean
  readonly frozenAt: Date
  readonly lift: { readonly at: Date; readonly by: string; readonly reason: string } | undefined
}

export function freezeToWire(freeze: ListedFreeze): DeskFreezesAnswer['data'][number] {
  const { id, uid, cause, detail, lift } = freeze
  return {
    id,
    user_id: freeze.userId,
    uid,
    is_demo: freeze.isDemo ? 1 : 0,
    cause,
    detail,
    frozen_at: freeze.frozenAt.toISOString(),
    lifted_at: lift?.at.toISOString() ?? null,
    lifted_by: lift?.by ?? '',
    reason: lift?.reason ?? '',
  }
}
