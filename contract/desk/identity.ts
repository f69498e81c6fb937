import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { idField, pageField, textField } from '#contract/desk/shared-fields.ts'

export const identityQueue = defineCall({
  name: 'identity_queue',
  group: 'Desk',
  summary: 'Read the identity checks, oldest waiting first',
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
    waiting: Type.Integer({ description: 'How many wait, whatever the list shows' }),
  }),
})

export type IdentityQueueInput = InputOf<typeof identityQueue>
export type IdentityQueueAnswer = AnswerOf<typeof identityQueue>

export const identityCheck = defineCall({
  name: 'identity_check',
  group: 'Desk',
  summary: 'Read one identity check; looking is audited',
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
    front_pic: Type.String({ description: 'The name of the picture, for desk_image' }),
    reverse_pic: Type.String(),
    state: Type.String({ description: 'waiting, approved, refused' }),
    remark: Type.String(),
    same_document: Type.Integer({
      description: 'How many other accounts handed in the same document number',
    }),
    earlier: Type.Integer({ description: 'How often this person was refused before' }),
    submitted_at: Type.String(),
    decided_at: Type.Union([Type.String(), Type.Null()]),
    decided_by: Type.String({ description: 'The operator, empty while it waits' }),
  }),
})

export type IdentityCheckInput = InputOf<typeof identityCheck>
export type IdentityCheckAnswer = AnswerOf<typeof identityCheck>

export const identityDecide = defineCall({
  name: 'identity_decide',
  group: 'Desk',
  summary: 'Approve or refuse an identity check',
  path: '/desk/api/identity/decide',
  verb: 'POST',
  changes: true,
  access: ['compliance'],
  input: Type.Object({
    id: idField,
    approve: Type.Integer({ minimum: 0, maximum: 1 }),
    remark: Type.Optional(textField(500, 'Needed to refuse: its user reads it')),
  }),
  answer: Type.Object({
    state: Type.String(),
    next: Type.Union([Type.Integer(), Type.Null()], { description: 'The check that waits longest now' }),
    waiting: Type.Integer(),
  }),
})

export type IdentityDecideInput = InputOf<typeof identityDecide>
export type IdentityDecideAnswer = AnswerOf<typeof identityDecide>

export const deskImage = defineCall({
  name: 'desk_image',
  group: 'Desk',
  summary: 'Read a picture of an identity check; looking is audited',
  path: '/desk/api/image',
  verb: 'GET',
  changes: false,
  access: ['compliance'],
  input: Type.Object({ name: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
  answer: Type.Any({ description: 'The picture itself (image/jpeg)' }),
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
