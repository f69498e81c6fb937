import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { idField, pageField, textField } from '#contract/desk/shared-fields.ts'
import { complaintLimits } from '#core/complaint/complaint.ts'

/** Roles that see how many complaints are open. */
export const complaintReaders = ['compliance', 'support', 'viewer'] as const

const stateField = Type.Enum(['open', 'answered'], { default: 'open' })
const when = Type.Union([Type.String(), Type.Null()])

const listedComplaint = Type.Object({
  id: Type.Integer(),
  number: Type.String(),
  uid: Type.String(),
  is_demo: Type.Integer(),
  state: Type.String({ description: 'open or answered' }),
  created_at: Type.String(),
  due_at: Type.String(),
  answered_at: when,
})

export const complaintQueue = defineCall({
  name: 'complaint_queue',
  group: 'Operator console',
  summary:
    'List complaints: open ones by deadline and demo accounts last, answered ones newest first (audited)',
  path: '/desk/api/complaints/queue',
  verb: 'GET',
  changes: false,
  access: complaintReaders,
  input: Type.Object({ state: stateField, page: pageField }),
  answer: Type.Object({
    data: Type.Array(listedComplaint),
    total: Type.Integer(),
    waiting: Type.Integer({ description: 'Number of open complaints' }),
    overdue: Type.Integer({ description: 'Number of open complaints past their deadline' }),
  }),
})

export type ComplaintQueueInput = InputOf<typeof complaintQueue>
export type ComplaintQueueAnswer = AnswerOf<typeof complaintQueue>

const wholeComplaint = Type.Object({
  ...listedComplaint.properties,
  text: Type.String(),
  orders: Type.Array(Type.Integer()),
  deposits: Type.Array(Type.Integer()),
  withdrawals: Type.Array(Type.Integer()),
  answer: Type.String(),
  answered_by: Type.String({ description: 'Email of the operator; empty while open' }),
  pack: Type.Enum(['none', 'waiting', 'ready', 'failed']),
  pack_sha256: Type.String(),
  pack_bytes: Type.Integer(),
})

export const complaintDetails = defineCall({
  name: 'complaint_details',
  group: 'Operator console',
  summary: 'Read one complaint (audited)',
  path: '/desk/api/complaints/details',
  verb: 'GET',
  changes: false,
  access: ['compliance', 'support'],
  input: Type.Object({ id: idField }),
  answer: wholeComplaint,
})

export type ComplaintDetailsInput = InputOf<typeof complaintDetails>
export type ComplaintDetailsAnswer = AnswerOf<typeof complaintDetails>

export const deskComplaintPack = defineCall({
  name: 'desk_complaint_pack',
  group: 'Operator console',
  summary: 'Download the evidence pack of a complaint: the same file as the user has (audited)',
  path: '/desk/api/complaints/pack',
  verb: 'GET',
  changes: false,
  access: ['compliance', 'support'],
  input: Type.Object({ id: idField }),
  answer: Type.Any({ description: 'The file (application/json)' }),
})

export type DeskComplaintPackInput = InputOf<typeof deskComplaintPack>

export const answerComplaint = defineCall({
  name: 'answer_complaint',
  group: 'Operator console',
  summary:
    'Answer a complaint, once (audited). The user sees the answer, and gets a message unless it is a demo user',
  path: '/desk/api/complaints/answer',
  verb: 'POST',
  changes: true,
  access: ['compliance', 'support'],
  input: Type.Object({ id: idField, answer: textField(complaintLimits.answer, 'Shown to the user') }),
  answer: Type.Object({
    state: Type.String(),
    next: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Id of the next open complaint: earliest deadline, demo accounts last; null if there is none',
    }),
    waiting: Type.Integer(),
  }),
})

export type AnswerComplaintInput = InputOf<typeof answerComplaint>
export type AnswerComplaintAnswer = AnswerOf<typeof answerComplaint>
