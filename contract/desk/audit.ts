import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { pageField } from '#contract/desk/shared-fields.ts'

export const auditLog = defineCall({
  name: 'audit_log',
  group: 'Operator console',
  summary: 'List actions and data access of operators, newest first',
  path: '/desk/api/audit',
  verb: 'GET',
  changes: false,
  access: ['owner', 'viewer'],
  input: Type.Object({ page: pageField }),
  answer: Type.Object({
    data: Type.Array(
      Type.Object({
        id: Type.Integer(),
        at: Type.String(),
        who: Type.String(),
        action: Type.String(),
        subject: Type.String(),
        details: Type.String({ description: 'JSON text' }),
        address: Type.String(),
      }),
    ),
    total: Type.Integer(),
  }),
})

export type AuditLogInput = InputOf<typeof auditLog>
export type AuditLogAnswer = AnswerOf<typeof auditLog>
