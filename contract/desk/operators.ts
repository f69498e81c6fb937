import { type Static, Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { emailField, idField, operatorFields, roleField, totpField } from '#contract/desk/shared-fields.ts'
import type { OperatorRole } from '#core/user/operator-role.ts'

export const deskOperators = defineCall({
  name: 'desk_operators',
  group: 'Operator console',
  summary: 'List all operators',
  path: '/desk/api/operators',
  verb: 'GET',
  changes: false,
  access: ['owner'],
  input: Type.Object({}),
  answer: Type.Array(operatorFields),
})

export type DeskOperatorsAnswer = AnswerOf<typeof deskOperators>

export const createOperator = defineCall({
  name: 'create_operator',
  group: 'Operator console',
  summary: 'Create an operator; the initial password is returned only once',
  path: '/desk/api/operators/create',
  verb: 'POST',
  changes: true,
  access: ['owner'],
  carriesSecret: true,
  input: Type.Object({ email: emailField, role: roleField, totp: totpField }),
  answer: Type.Object({ operator: operatorFields, password: Type.String() }),
})

export type CreateOperatorInput = InputOf<typeof createOperator>
export type CreateOperatorAnswer = AnswerOf<typeof createOperator>

export const changeOperator = defineCall({
  name: 'change_operator',
  group: 'Operator console',
  summary: 'Change an operator’s role, deactivate them, or reset their password and second factor',
  path: '/desk/api/operators/change',
  verb: 'POST',
  changes: true,
  access: ['owner'],
  carriesSecret: true,
  input: Type.Object({
    id: idField,
    role: Type.Optional(roleField),
    is_active: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
    reset: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1,
        description: '1 to create a new initial password and require a new second factor',
      }),
    ),
    totp: totpField,
  }),
  answer: Type.Object({ operator: operatorFields, password: Type.Optional(Type.String()) }),
})

export type ChangeOperatorInput = InputOf<typeof changeOperator>
export type ChangeOperatorAnswer = AnswerOf<typeof changeOperator>

type Operator = {
  readonly id: number
  readonly email: string
  readonly role: OperatorRole
  readonly isActive: boolean
  readonly hasTotp: boolean
  readonly createdAt: Date
  readonly lastSeenAt: Date | undefined
}

export function operatorToWire(operator: Operator): Static<typeof operatorFields> {
  const { id, email, role } = operator
  return {
    id,
    email,
    role,
    is_active: operator.isActive ? 1 : 0,
    has_totp: operator.hasTotp ? 1 : 0,
    created_at: operator.createdAt.toISOString(),
    last_seen_at: operator.lastSeenAt?.toISOString() ?? null,
  }
}
