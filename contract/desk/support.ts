// The support chat in the operator console. Everything that shows what users wrote is audited.
import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { orderFields } from '#contract/calls/order-fields.ts'
import { epochField, flagField } from '#contract/calls/shared-fields.ts'
import {
  supportMarkFields,
  supportPageFields,
  supportPicture,
  supportPictureNameField,
  supportPicturesField,
  supportTextField,
} from '#contract/calls/support.ts'
import { idField, pageField, textField } from '#contract/desk/shared-fields.ts'
import { supportLimits } from '#core/support/support.ts'

const group = 'Operator console'

/** Who reads and answers support threads. An owner may make any call. */
export const supportRoles = ['support'] as const

const when = Type.Union([Type.String(), Type.Null()])

/** Without texts. Marks are numbers of messages: all up to that one are delivered, or read. */
const thread = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum(['user', 'demo', 'visitor']),
  uid: Type.String({ description: 'Empty for a visitor' }),
  language: Type.String({ description: 'Language in which the thread was begun' }),
  state: Type.Enum(['open', 'closed']),
  waiting_since: Type.Union([Type.String(), Type.Null()], {
    description: 'Time of the oldest message without an answer; null if none waits',
  }),
  created_at: Type.String(),
  last_at: Type.String(),
  last_number: Type.Integer(),
  unread: Type.Integer({ description: 'Messages of the user that no operator has read, at most 100' }),
  desk_delivered: Type.Integer(),
  desk_read: Type.Integer(),
  user_delivered: Type.Integer(),
  user_read: Type.Integer(),
  assigned_to: Type.String({ description: 'Email of the operator; empty if the thread is unassigned' }),
  is_mine: Type.Integer({
    description: '1 if it is assigned to the reader. In pushes always 0: compare the email',
  }),
})

export type DeskSupportThread = AnswerOf<typeof supportAssign>

const message = Type.Object({
  number: Type.Integer(),
  author: Type.Enum(['user', 'desk']),
  operator: Type.String({ description: 'Email of the operator who wrote it; empty for the user' }),
  text: Type.String({ description: 'As written' }),
  order_id: Type.Union([Type.Integer(), Type.Null()]),
  images: Type.Array(supportPicture),
  created_at: Type.String(),
})

export type DeskSupportMessage = AnswerOf<typeof supportAnswer>

export const supportInbox = defineCall({
  name: 'support_inbox',
  group,
  summary:
    'List support threads: open ones that have waited longest first, closed ones newest first (audited)',
  path: '/desk/api/support/inbox',
  verb: 'GET',
  changes: false,
  access: supportRoles,
  input: Type.Object({
    state: Type.Enum(['open', 'closed'], { default: 'open' }),
    mine: Type.Integer({
      minimum: 0,
      maximum: 1,
      default: 0,
      description: '1: only those assigned to the reader',
    }),
    page: pageField,
  }),
  answer: Type.Object({
    data: Type.Array(thread),
    total: Type.Integer(),
    waiting: Type.Integer({ description: 'Open threads that wait for an answer, whatever is listed' }),
  }),
})

export type SupportInboxInput = InputOf<typeof supportInbox>
export type SupportInboxAnswer = AnswerOf<typeof supportInbox>

export const supportSearch = defineCall({
  name: 'support_search',
  group,
  summary: 'Find threads by uid, by a whole email address, or by a text among the newest messages (audited)',
  path: '/desk/api/support/search',
  verb: 'GET',
  changes: false,
  access: supportRoles,
  input: Type.Object({ text: textField(200) }),
  answer: Type.Object({
    data: Type.Array(
      Type.Object({
        thread,
        number: Type.Union([Type.Integer(), Type.Null()], {
          description: 'Newest message with the text; null if found by uid or email',
        }),
      }),
    ),
  }),
})

export type SupportSearchInput = InputOf<typeof supportSearch>
export type SupportSearchAnswer = AnswerOf<typeof supportSearch>

export const supportDetails = defineCall({
  name: 'support_details',
  group,
  summary: 'Read a support thread with what is known of its user (audited)',
  path: '/desk/api/support/details',
  verb: 'GET',
  changes: false,
  access: supportRoles,
  input: Type.Object({ id: idField }),
  answer: Type.Object({
    thread,
    user: Type.Union(
      [
        Type.Object({
          uid: Type.String(),
          is_demo: Type.Integer(),
          contact: Type.String({
            description: 'Masked email address or mobile number; empty for a demo user',
          }),
          name: Type.String({ description: 'As verified. Empty for roles that do not see identity checks' }),
          review_status: Type.Integer({ description: '0 not verified, 1 under review, 2 verified' }),
          created_at: Type.String(),
          balance: Type.String(),
          net_value: Type.String(),
          used_margin: Type.String(),
          available: Type.String(),
          open_orders: Type.Integer(),
          pending_orders: Type.Integer(),
        }),
        Type.Null(),
      ],
      { description: 'Null for a visitor' },
    ),
    episodes: Type.Array(
      Type.Object({
        opened_at: Type.String(),
        first_answer_at: when,
        resolved_at: when,
        resolved_by: Type.String({ description: 'Email of the operator; empty if open' }),
      }),
      { description: 'What the user asked before, newest first, at most 20' },
    ),
  }),
})

export type SupportDetailsInput = InputOf<typeof supportDetails>

export type SupportDetailsAnswer = AnswerOf<typeof supportDetails>

export const deskSupportMessages = defineCall({
  name: 'desk_support_messages',
  group,
  summary: 'Read messages of a support thread, oldest first (audited)',
  path: '/desk/api/support/messages',
  verb: 'GET',
  changes: false,
  access: supportRoles,
  input: Type.Object({ id: idField, ...supportPageFields }),
  answer: Type.Object({ data: Type.Array(message), thread }),
})

export type DeskSupportMessagesInput = InputOf<typeof deskSupportMessages>
export type DeskSupportMessagesAnswer = AnswerOf<typeof deskSupportMessages>

/** Needs an idempotency key to be repeated safely: the same key answers the same message. */
export const supportAnswer = defineCall({
  name: 'support_answer',
  group,
  summary: 'Answer in a support thread. An unassigned thread is assigned to the operator',
  path: '/desk/api/support/answer',
  verb: 'POST',
  changes: true,
  outcomeKeptBy: 'record',
  access: supportRoles,
  input: Type.Object({
    id: idField,
    text: supportTextField,
    images: supportPicturesField,
    read: Type.Optional(
      Type.Integer({
        ...{ minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
        description:
          'Number of the newest message that the operator saw. Later ones of the user stay unread and wait. All before the answer if absent',
      }),
    ),
  }),
  answer: message,
})

export type SupportAnswerInput = InputOf<typeof supportAnswer>

export const supportAssign = defineCall({
  name: 'support_assign',
  group,
  summary:
    'Assign a support thread to oneself (audited). Taking one over from another operator needs take_over',
  path: '/desk/api/support/assign',
  verb: 'POST',
  changes: true,
  access: supportRoles,
  input: Type.Object({ id: idField, take_over: Type.Optional(flagField) }),
  answer: thread,
})

export type SupportAssignInput = InputOf<typeof supportAssign>

export const supportRelease = defineCall({
  name: 'support_release',
  group,
  summary: 'Give up a support thread that one has. It is unassigned afterwards (audited)',
  path: '/desk/api/support/release',
  verb: 'POST',
  changes: true,
  access: supportRoles,
  input: Type.Object({ id: idField }),
  answer: thread,
})

export type SupportReleaseInput = InputOf<typeof supportRelease>

export const supportClose = defineCall({
  name: 'support_close',
  group,
  summary: 'Close a support thread (audited). A new message of the user opens it again',
  path: '/desk/api/support/close',
  verb: 'POST',
  changes: true,
  access: supportRoles,
  input: Type.Object({ id: idField }),
  answer: thread,
})

export type SupportCloseInput = InputOf<typeof supportClose>

export const deskSupportMark = defineCall({
  name: 'desk_support_mark',
  group,
  summary: 'Mark messages of a support thread as delivered to or read by operators',
  path: '/desk/api/support/mark',
  verb: 'POST',
  changes: true,
  access: supportRoles,
  input: Type.Object({ id: idField, ...supportMarkFields }),
  answer: Type.Null(),
})

export type DeskSupportMarkInput = InputOf<typeof deskSupportMark>

export const deskSupportTyping = defineCall({
  name: 'desk_support_typing',
  group,
  summary: 'Tell the user that an operator is typing. Repeated at most every two seconds',
  path: '/desk/api/support/typing',
  verb: 'POST',
  changes: true,
  access: supportRoles,
  input: Type.Object({ id: idField }),
  answer: Type.Null(),
})

export type DeskSupportTypingInput = InputOf<typeof deskSupportTyping>

export const deskSupportUpload = defineCall({
  name: 'desk_support_upload',
  group,
  summary: 'Upload a JPEG, PNG or WebP image of up to 10 MB for an answer in this thread',
  path: '/desk/api/support/upload',
  verb: 'POST',
  changes: true,
  access: supportRoles,
  takesFile: true,
  input: Type.Object({ id: idField }),
  answer: supportPicture,
})

export type DeskSupportPicture = AnswerOf<typeof deskSupportUpload>

export const deskSupportImage = defineCall({
  name: 'desk_support_image',
  group,
  summary: 'Read a picture of a support thread (audited)',
  path: '/desk/api/support/image',
  verb: 'GET',
  changes: false,
  access: supportRoles,
  input: Type.Object({ name: supportPictureNameField }),
  answer: Type.Any({ description: 'The image (image/jpeg)' }),
})

export type DeskSupportImageInput = InputOf<typeof deskSupportImage>

export const supportOrder = defineCall({
  name: 'support_order',
  group,
  summary: 'Read the order that a message names, with its receipt (audited)',
  path: '/desk/api/support/order',
  verb: 'GET',
  changes: false,
  access: supportRoles,
  input: Type.Object({ id: idField, number: idField }),
  answer: orderFields,
})

export type SupportOrderInput = InputOf<typeof supportOrder>
export type SupportOrderAnswer = AnswerOf<typeof supportOrder>

export const supportExport = defineCall({
  name: 'support_export',
  group,
  summary:
    'Download the newest 10,000 messages of a support thread as a file (audited). Pictures are named, not contained',
  path: '/desk/api/support/export',
  verb: 'GET',
  changes: false,
  access: supportRoles,
  input: Type.Object({ id: idField }),
  answer: Type.Any({ description: 'The file (application/json)' }),
})

export type SupportExportInput = InputOf<typeof supportExport>

const cannedAnswer = Type.Object({
  id: Type.Integer(),
  language: Type.String(),
  title: Type.String(),
  text: Type.String(),
  revision: Type.Integer({ description: 'Rises with each change' }),
  changed_by: Type.String(),
  changed_at: Type.String(),
})

export const cannedAnswers = defineCall({
  name: 'canned_answers',
  group,
  summary: 'List the prepared answers, by language and title',
  path: '/desk/api/support/canned',
  verb: 'GET',
  changes: false,
  access: supportRoles,
  input: Type.Object({}),
  answer: Type.Object({ data: Type.Array(cannedAnswer) }),
})

export type CannedAnswersAnswer = AnswerOf<typeof cannedAnswers>

const languageField = Type.String({
  minLength: 2,
  maxLength: 8,
  description: 'Code of a language of the app',
})

export const saveCannedAnswer = defineCall({
  name: 'save_canned_answer',
  group,
  summary: 'Create a prepared answer, or change one (audited)',
  path: '/desk/api/support/save_canned',
  verb: 'POST',
  changes: true,
  access: supportRoles,
  input: Type.Object({
    id: Type.Optional(
      Type.Integer({
        ...{ minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
        description: 'Absent for a new one',
      }),
    ),
    revision: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'Of the answer as it was read; required with id',
      }),
    ),
    language: languageField,
    title: textField(supportLimits.cannedTitle),
    text: textField(supportLimits.text),
  }),
  answer: cannedAnswer,
})

export type SaveCannedAnswerInput = InputOf<typeof saveCannedAnswer>

export type CannedAnswer = AnswerOf<typeof saveCannedAnswer>

export const removeCannedAnswer = defineCall({
  name: 'remove_canned_answer',
  group,
  summary: 'Remove a prepared answer (audited)',
  path: '/desk/api/support/remove_canned',
  verb: 'POST',
  changes: true,
  access: supportRoles,
  input: Type.Object({ id: idField }),
  answer: Type.Null(),
})

export type RemoveCannedAnswerInput = InputOf<typeof removeCannedAnswer>

const figures = Type.Object({
  operator: Type.String({ description: 'Email; empty for all operators together' }),
  answered: Type.Integer({ description: 'Threads first answered, of those opened in the period' }),
  first_answer_median: Type.Union([Type.Integer(), Type.Null()], { description: 'Seconds' }),
  first_answer_p90: Type.Union([Type.Integer(), Type.Null()], { description: 'Seconds' }),
  resolved: Type.Integer({ description: 'Threads closed, of those opened in the period' }),
  resolution_median: Type.Union([Type.Integer(), Type.Null()], { description: 'Seconds' }),
  resolution_p90: Type.Union([Type.Integer(), Type.Null()], { description: 'Seconds' }),
})

export const supportFigures = defineCall({
  name: 'support_figures',
  group,
  summary: 'Read how fast users were answered in a period of up to 366 days',
  path: '/desk/api/support/figures',
  verb: 'GET',
  changes: false,
  access: supportRoles,
  input: Type.Object({ from: epochField, to: epochField }),
  answer: Type.Object({
    opened: Type.Integer(),
    overall: figures,
    operators: Type.Array(figures),
  }),
})

export type SupportFiguresInput = InputOf<typeof supportFigures>

export type SupportFiguresAnswer = AnswerOf<typeof supportFigures>
