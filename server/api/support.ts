// The support chat of a user, or of a visitor with the token of a thread.
import {
  supportClaim,
  supportImage,
  supportImageUpload,
  supportMark,
  supportMessages,
  supportOpen,
  supportSend,
  supportThread,
  supportTyping,
} from '#contract/calls/support.ts'
import { answered, type Outcome, refused } from '#contract/outcome.ts'
import { supportMessageToWire, supportThreadToWire } from '#contract/support-wire.ts'
import { recordKey } from '#server/api/record-key.ts'
import {
  type Caller,
  limitKeyOf,
  type Route,
  route,
  supportRoute,
  userRoute,
} from '#server/gateway/gateway.ts'
import type { Random } from '#server/platform/random.ts'
import type { TokenBuckets } from '#server/platform/token-bucket.ts'
import type { Support, ThreadOwner } from '#server/support/support.ts'
import type { Users } from '#server/users/users.ts'

export type SupportRouteParts = {
  readonly users: Pick<Users, 'authenticate'>
  readonly support: Support
  readonly random: Random
  /** Per address, for what visitors change. Undefined without limits. */
  readonly visitorLimit: Pick<TokenBuckets, 'take'> | undefined
}

type Access = SupportRouteParts & {
  readonly authenticate: Users['authenticate']
  readonly findVisitor: Support['findVisitor']
}

/** All calls of contract/calls/support.ts. */
export function supportRoutes(given: SupportRouteParts): readonly Route[] {
  const parts = { ...given, authenticate: given.users.authenticate, findVisitor: given.support.findVisitor }
  return [
    open(parts),
    readThread(parts),
    readMessages(parts),
    send(parts),
    mark(parts),
    typing(parts),
    claim(parts),
    uploadImage(parts),
    readImage(parts),
  ]
}

/** Undefined to let it pass. Users are limited by account. */
function limited(
  { visitorLimit }: SupportRouteParts,
  owner: ThreadOwner | undefined,
  { address }: Caller,
): Outcome<never> | undefined {
  if (owner?.kind === 'user') return undefined
  const admission = visitorLimit?.take(limitKeyOf(address)) ?? { ok: true }
  if (admission.ok) return undefined
  return { kind: 'too_many_requests', retryAfterSeconds: admission.retryAfterSeconds }
}

function open(parts: Access): Route {
  return route(supportOpen, async (_, caller) => {
    const refusal = limited(parts, undefined, caller)
    if (refusal !== undefined) return refusal
    const { language, address } = caller
    const token = await parts.support.open({ language, limitKey: limitKeyOf(address) })
    return token === undefined ? refused('support_limit') : answered({ thread: token })
  })
}

function readThread(parts: Access): Route {
  return supportRoute(supportThread, parts, async (_, owner) => await stateOf(parts, owner))
}

async function stateOf({ support }: SupportRouteParts, owner: ThreadOwner) {
  return answered(supportThreadToWire(await support.thread(owner)))
}

/** The state is read last, so that its last number is not below that of a listed message. */
function readMessages(parts: Access): Route {
  const { support } = parts
  return supportRoute(supportMessages, parts, async ({ after, before, limit }, owner) => {
    const messages = await support.messages(owner, { after, before, limit })
    const thread = supportThreadToWire(await support.thread(owner))
    return answered({ data: messages.map(supportMessageToWire), thread })
  })
}

function send(parts: Access): Route {
  const { support, random } = parts
  return supportRoute(supportSend, parts, async (input, owner, caller) => {
    const refusal = limited(parts, owner, caller)
    if (refusal !== undefined) return refusal
    const { text = '', images = '', order_id: orderId } = input
    const typed = { ...recordKey(caller, random), text, images, orderId }
    const result = await support.send(owner, typed, caller.language)
    return result.kind === 'refused' ? result : answered(supportMessageToWire(result.message))
  })
}

function mark(parts: Access): Route {
  return supportRoute(supportMark, parts, async ({ delivered, read }, owner, caller) => {
    const refusal = limited(parts, owner, caller)
    if (refusal !== undefined) return refusal
    await parts.support.mark(owner, { delivered, read })
    return await stateOf(parts, owner)
  })
}

function typing(parts: Access): Route {
  return supportRoute(supportTyping, parts, async (_, owner, caller) => {
    const refusal = limited(parts, owner, caller)
    if (refusal !== undefined) return refusal
    await parts.support.typing(owner)
    return answered(null)
  })
}

function claim(parts: Access): Route {
  const { support } = parts
  return userRoute(supportClaim, parts.authenticate, async ({ thread }, { userId }, { language }) => {
    const result = await support.claim({ userId, token: thread, language })
    return result.kind === 'refused' ? result : await stateOf(parts, { kind: 'user', userId })
  })
}

function uploadImage(parts: Access): Route {
  return supportRoute(supportImageUpload, parts, async (_, owner, caller) => {
    const refusal = limited(parts, owner, caller)
    if (refusal !== undefined) return refusal
    const { file, address, language } = caller
    if (file === undefined) return refused('image_missing')
    const picture = { bytes: file.bytes, claimedType: file.type }
    const added = await parts.support.addPicture(owner, picture, { language, limitKey: limitKeyOf(address) })
    return added.kind === 'refused' ? added : answered(added.picture)
  })
}

function readImage(parts: Access): Route {
  return supportRoute(supportImage, parts, async ({ name }, owner) => {
    const reading = await parts.support.picture(owner, name)
    if (reading.kind === 'too_many_requests') return reading
    if (reading.kind === 'unknown') return refused('image_unknown')
    return { kind: 'file', type: 'image/jpeg', bytes: reading.bytes }
  })
}
