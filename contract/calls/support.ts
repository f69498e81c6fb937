// The support chat as its user sees it. A visitor owns a thread by the token of `support_open`, sent in the header
// `support-thread`; a user owns the one of the session. No call names a thread.
import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { timestampField } from '#contract/calls/shared-fields.ts'
import { supportLimits } from '#core/support/support.ts'

const group = 'Support'

/** Text the database accepts: no NUL, no lone surrogates. */
const storableText = '^[^\\u0000\\ud800-\\udfff]*$'
const numberBounds = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER }

export const supportTextField = Type.Optional(
  Type.String({
    maxLength: supportLimits.text,
    pattern: storableText,
    description: 'Stored and returned unchanged. May be empty with a picture or an order',
  }),
)

export const supportPicturesField = Type.Optional(
  Type.String({
    maxLength: 200,
    pattern: '^([0-9a-f]{32}(,[0-9a-f]{32}){0,3})?$',
    description: 'Names of up to four uploaded pictures, separated by commas; each is sent once',
  }),
)

/** The database accepts nothing else as text either, such as a NUL. */
export const supportPictureNameField = Type.String({ pattern: '^[0-9a-f]{32}$' })

export const supportPageFields = {
  after: Type.Optional(
    Type.Integer({ ...numberBounds, description: 'Only messages with a higher number, oldest first' }),
  ),
  before: Type.Optional(
    Type.Integer({
      ...numberBounds,
      description: 'The newest messages with a lower number. Ignored with after',
    }),
  ),
  limit: Type.Integer({ minimum: 1, maximum: supportLimits.page, default: 50 }),
}

export const supportMarkFields = {
  delivered: Type.Optional(
    Type.Integer({
      ...numberBounds,
      description: 'Number of the newest message that the client has received',
    }),
  ),
  read: Type.Optional(
    Type.Integer({ ...numberBounds, description: 'Number of the newest message that was shown' }),
  ),
}

export const supportPicture = Type.Object({
  name: Type.String({ description: 'For support_image' }),
  width: Type.Integer(),
  height: Type.Integer(),
})

const message = Type.Object({
  number: Type.Integer({ description: 'From 1 without gaps in each thread, in the order of the commits' }),
  author: Type.Enum(['user', 'desk']),
  text: Type.String(),
  order_id: Type.Union([Type.Integer(), Type.Null()]),
  images: Type.Array(supportPicture),
  created_at: timestampField,
})

export type SupportMessage = AnswerOf<typeof supportSend>

/** Marks are numbers of messages: all up to that one are delivered, or read. 0 if none is. */
const thread = Type.Object({
  state: Type.Enum(['none', 'open', 'closed'], {
    description: 'none before the first message. A message to a closed thread opens it again',
  }),
  last_number: Type.Integer({ description: 'Number of the newest message; 0 if there is none' }),
  unread: Type.Integer({ description: 'Messages of operators that were not read, at most 100' }),
  delivered: Type.Integer(),
  read: Type.Integer(),
  desk_delivered: Type.Integer({ description: 'Mark of the operators, for messages of the user' }),
  desk_read: Type.Integer({ description: 'Mark of the operators, for messages of the user' }),
})

export type SupportThread = AnswerOf<typeof supportThread>

/**
 * Opened without a session only. The browser keeps the token, which alone gives access to the thread. The header is
 * used only without a session.
 */
export const supportOpen = defineCall({
  name: 'support_open',
  group,
  summary: 'Open a support thread as a visitor',
  path: '/api/support/open',
  verb: 'POST',
  changes: true,
  access: 'anyone',
  carriesSecret: true,
  input: Type.Object({}),
  answer: Type.Object({
    thread: Type.String({ description: 'Token of the thread, for the header support-thread' }),
  }),
})

export type SupportOpenAnswer = AnswerOf<typeof supportOpen>

export const supportThread = defineCall({
  name: 'support_thread',
  group,
  summary: 'Read the state of the own support thread',
  path: '/api/support/thread',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({}),
  answer: thread,
})

export const supportMessages = defineCall({
  name: 'support_messages',
  group,
  summary: 'Read messages of the own support thread, oldest first',
  path: '/api/support/messages',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object(supportPageFields),
  answer: Type.Object({ data: Type.Array(message), thread }),
})

export type SupportMessagesInput = InputOf<typeof supportMessages>
export type SupportMessagesAnswer = AnswerOf<typeof supportMessages>

/** Needs an idempotency key of the client to be repeated safely: the same key answers the same message. */
export const supportSend = defineCall({
  name: 'support_send',
  group,
  summary: 'Send a message to support',
  path: '/api/support/send',
  verb: 'POST',
  changes: true,
  outcomeKeptBy: 'record',
  access: 'anyone',
  input: Type.Object({
    text: supportTextField,
    images: supportPicturesField,
    order_id: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "One of the user's own orders. Visitors have none",
      }),
    ),
  }),
  answer: message,
})

export type SupportSendInput = InputOf<typeof supportSend>

/** Marks only rise. A message that is not marked as delivered soon is told to the user by a notice. */
export const supportMark = defineCall({
  name: 'support_mark',
  group,
  summary: 'Mark messages of the own support thread as delivered or read',
  path: '/api/support/mark',
  verb: 'POST',
  changes: true,
  access: 'anyone',
  input: Type.Object(supportMarkFields),
  answer: thread,
})

export type SupportMarkInput = InputOf<typeof supportMark>

export const supportTyping = defineCall({
  name: 'support_typing',
  group,
  summary: 'Tell the operators that the user is typing. Repeated at most every two seconds',
  path: '/api/support/typing',
  verb: 'POST',
  changes: true,
  access: 'anyone',
  input: Type.Object({}),
  answer: Type.Null(),
})

/** Idempotent. The token opens nothing afterwards. */
export const supportClaim = defineCall({
  name: 'support_claim',
  group,
  summary: "Move the messages of a visitor's thread to the thread of the user who has logged in",
  path: '/api/support/claim',
  verb: 'POST',
  changes: true,
  access: 'user',
  carriesSecret: true,
  input: Type.Object({
    thread: Type.String({ minLength: 1, maxLength: 128, description: 'Token of support_open' }),
  }),
  answer: thread,
})

export const supportImageUpload = defineCall({
  name: 'support_image_upload',
  group,
  summary: 'Upload a JPEG, PNG or WebP image of up to 10 MB for a message to support',
  path: '/api/support/image_upload',
  verb: 'POST',
  changes: true,
  access: 'anyone',
  takesFile: true,
  input: Type.Object({}),
  answer: supportPicture,
})

export type SupportPicture = AnswerOf<typeof supportImageUpload>

export const supportImage = defineCall({
  name: 'support_image',
  group,
  summary: 'Read a picture of the own support thread',
  path: '/api/support/image',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({ name: supportPictureNameField }),
  answer: Type.Any({ description: 'The image (image/jpeg)' }),
})
