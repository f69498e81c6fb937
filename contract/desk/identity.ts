import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { idField, pageField, textField } from '#contract/desk/shared-fields.ts'

export const identityQueue = defineCall({
  name: 'identity_queue',
  group: 'Operator console',
  summary: 'List identity checks; waiting ones oldest first',
  path: '/desk/api/identity/queue',
  verb: 'GET',
  changes: false,
  access: ['compliance', 'viewer'],
  input: Type.Object({
    state: Type.Union([Type.Literal('waiting'), Type.Literal('approved'), Type.Literal('refused')], {
      default: 'waiting',
    }),
    page: pageField,
  }),
  answer: Type.Object({
    data: Type.Array(
      Type.Object({
        id: Type.Integer(),
        uid: Type.String(),
        name: Type.String(),
        state: Type.String(),
        submitted_at: Type.String(),
        decided_at: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
    total: Type.Integer(),
    waiting: Type.Integer({ description: 'Number of waiting checks, independent of the filter' }),
  }),
})

export type IdentityQueueInput = InputOf<typeof identityQueue>
export type IdentityQueueAnswer = AnswerOf<typeof identityQueue>

export const identityCheck = defineCall({
  name: 'identity_check',
  group: 'Operator console',
  summary: 'Read one identity check (audited)',
  path: '/desk/api/identity/check',
  verb: 'GET',
  changes: false,
  access: ['compliance'],
  input: Type.Object({ id: idField }),
  answer: Type.Object({
    id: Type.Integer(),
    uid: Type.String(),
    name: Type.String(),
    card_id: Type.String(),
    front_pic: Type.String({ description: 'Name of the front image, for desk_image' }),
    reverse_pic: Type.String(),
    state: Type.String({ description: 'waiting, approved or refused' }),
    remark: Type.String(),
    same_document: Type.Integer({
      description: 'Number of other accounts with the same document number',
    }),
    earlier: Type.Integer({ description: 'Number of earlier refusals of this user' }),
    submitted_at: Type.String(),
    decided_at: Type.Union([Type.String(), Type.Null()]),
    decided_by: Type.String({ description: 'Operator who decided; empty while waiting' }),
  }),
})

export type IdentityCheckInput = InputOf<typeof identityCheck>
export type IdentityCheckAnswer = AnswerOf<typeof identityCheck>

export const identityDecide = defineCall({
  name: 'identity_decide',
  group: 'Operator console',
  summary: 'Approve or refuse an identity check',
  path: '/desk/api/identity/decide',
  verb: 'POST',
  changes: true,
  access: ['compliance'],
  input: Type.Object({
    id: idField,
    approve: Type.Integer({ minimum: 0, maximum: 1 }),
    remark: Type.Optional(textField(500, 'Required for a refusal; shown to the user')),
  }),
  answer: Type.Object({
    state: Type.String(),
    next: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Id of the check that has waited longest; null if none waits',
    }),
    waiting: Type.Integer(),
  }),
})

export type IdentityDecideInput = InputOf<typeof identityDecide>
export type IdentityDecideAnswer = AnswerOf<typeof identityDecide>

export const deskImage = defineCall({
  name: 'desk_image',
  group: 'Operator console',
  summary: 'Read an image of an identity check, or the voucher of a deposit (audited)',
  path: '/desk/api/image',
  verb: 'GET',
  changes: false,
  access: ['compliance', 'finance'],
  input: Type.Object({ name: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
  answer: Type.Any({ description: 'The image (image/jpeg)' }),
})

export type DeskImageInput = InputOf<typeof deskImage>

type ListedCheck = {
  readonly id: number
  readonly uid: string
  readonly name: string
  readonly state: string
  readonly submittedAt: Date
  readonly decidedAt: Date | undefined
}

type WholeCheck = ListedCheck & {
  readonly documentNumber: string
  readonly frontName: string
  readonly reverseName: string
  readonly remark: string
  readonly decidedBy: string
  readonly sameDocument: number
  readonly earlierRefusals: number
}

export function listedCheckToWire(check: ListedCheck): IdentityQueueAnswer['data'][number] {
  const { id, uid, name, state, submittedAt, decidedAt } = check
  return {
    id,
    uid,
    name,
    state,
    submitted_at: submittedAt.toISOString(),
    decided_at: decidedAt?.toISOString() ?? null,
  }
}

export function wholeCheckToWire(check: WholeCheck): IdentityCheckAnswer {
  return {
    ...listedCheckToWire(check),
    card_id: check.documentNumber,
    front_pic: check.frontName,
    reverse_pic: check.reverseName,
    remark: check.remark,
    same_document: check.sameDocument,
    earlier: check.earlierRefusals,
    decided_by: check.decidedBy,
  }
}
