import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { pageField, timestampField } from '#contract/calls/shared-fields.ts'
import { complaintLimits } from '#core/complaint/complaint.ts'

const idField = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
/** Text the database accepts: no NUL, no lone surrogates. */
const storableText = '^[^\\u0000\\ud800-\\udfff]*$'
const idsField = (what: string) =>
  Type.Optional(
    Type.String({
      maxLength: 400,
      pattern: '^([1-9][0-9]{0,15}(,[1-9][0-9]{0,15})*)?$',
      description: `Ids of the user's own ${what}, separated by commas`,
    }),
  )

export const complaintEmail = defineCall({
  name: 'complaint_email',
  group: 'Complaints',
  summary: 'Read the address for complaints',
  path: '/api/default/complaint_email',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({}),
  answer: Type.Object({ email: Type.String({ description: 'Empty if there is none' }) }),
})

export type ComplaintEmailAnswer = AnswerOf<typeof complaintEmail>

/** `open` waits for an answer of the broker, which `due_at` limits. */
const stateField = Type.Enum(['open', 'answered'])

const listedComplaint = Type.Object({
  id: Type.Integer(),
  number: Type.String({ description: 'Ticket number, such as C-2026-000123' }),
  text: Type.String({ description: 'As written by the user' }),
  state: stateField,
  created_at: timestampField,
  due_at: timestampField,
  answered_at: Type.Union([timestampField, Type.Null()]),
})

const wholeComplaint = Type.Object({
  ...listedComplaint.properties,
  orders: Type.Array(Type.Integer()),
  deposits: Type.Array(Type.Integer()),
  withdrawals: Type.Array(Type.Integer()),
  answer: Type.String({ description: 'Empty while there is none' }),
  pack: Type.Enum(['none', 'waiting', 'ready', 'failed'], {
    description: 'Evidence pack: none if the complaint names no records; waiting while it is made',
  }),
  pack_sha256: Type.String({ description: 'Of the file; empty until it is ready' }),
  pack_bytes: Type.Integer({ description: 'Size of the file; 0 until it is ready' }),
})

export const fileComplaint = defineCall({
  name: 'file_complaint',
  group: 'Complaints',
  summary: 'File a complaint, with the records it is about. An evidence pack of them is made',
  path: '/api/complaint/file',
  verb: 'POST',
  changes: true,
  outcomeKeptBy: 'record',
  access: 'user',
  input: Type.Object({
    text: Type.String({ minLength: 1, maxLength: complaintLimits.text, pattern: storableText }),
    orders: idsField('orders'),
    deposits: idsField('deposits'),
    withdrawals: idsField('withdrawals'),
  }),
  answer: wholeComplaint,
})

export type FileComplaintInput = InputOf<typeof fileComplaint>
export type Complaint = AnswerOf<typeof fileComplaint>

export const complaintList = defineCall({
  name: 'complaint_list',
  group: 'Complaints',
  summary: "List the user's complaints, newest first",
  path: '/api/complaint/list',
  verb: 'GET',
  changes: false,
  access: 'user',
  input: Type.Object({ page: pageField }),
  answer: Type.Object({ data: Type.Array(listedComplaint), total: Type.Integer() }),
})

export type ComplaintListInput = InputOf<typeof complaintList>
export type ComplaintListAnswer = AnswerOf<typeof complaintList>
export type ListedComplaint = ComplaintListAnswer['data'][number]

export const complaintInfo = defineCall({
  name: 'complaint_info',
  group: 'Complaints',
  summary: "Read one of the user's complaints",
  path: '/api/complaint/info',
  verb: 'GET',
  changes: false,
  access: 'user',
  input: Type.Object({ id: idField }),
  answer: wholeComplaint,
})

export type ComplaintInfoInput = InputOf<typeof complaintInfo>

export const complaintPack = defineCall({
  name: 'complaint_pack',
  group: 'Complaints',
  summary: 'Download the evidence pack of a complaint of the user',
  path: '/api/complaint/pack',
  verb: 'GET',
  changes: false,
  access: 'user',
  input: Type.Object({ id: idField }),
  answer: Type.Any({ description: 'The file (application/json), exactly the bytes of pack_sha256' }),
})

export type ComplaintPackInput = InputOf<typeof complaintPack>
