import { isCallFailure } from '#browser/calls/call-failure.ts'
import type { Call } from '#browser/calls/call-request.ts'
import type { Session } from '#browser/session/session.ts'
import { openSupportThread } from '#web/calls/support.ts'
import { resultOf, type SendResult } from '#web/support/send-item.ts'
import type { SupportOwners } from '#web/support/support-owner.ts'

/** `thread` is undefined for a user, who needs no token. */
export type OpenResult =
  | { readonly kind: 'open'; readonly thread: string | undefined }
  | Exclude<SendResult, { kind: 'sent' }>

type Parts = {
  readonly call: Call
  readonly owners: SupportOwners
  /** Where the visitor's token is kept. */
  readonly thread: Pick<Session, 'getSnapshot' | 'start' | 'reread'>
}

/** Opens a visitor's thread when there is something to send, once for several at a time. */
export function createThreadOpener({ call, owners, thread }: Parts): () => Promise<OpenResult> {
  let opening: Promise<OpenResult> | undefined

  async function open(): Promise<OpenResult> {
    try {
      const { thread: token } = await openSupportThread(call)
      // Another tab may have opened one meanwhile. The one that is not used is deleted after a day.
      thread.reread()
      if (owners.getSnapshot()?.kind === 'visitor' && thread.getSnapshot() === undefined) thread.start(token)
      return { kind: 'open', thread: thread.getSnapshot() ?? token }
    } catch (failure) {
      if (!isCallFailure(failure)) throw failure
      return resultOf(failure)
    } finally {
      opening = undefined
    }
  }
  return async () => {
    const owner = owners.getSnapshot()
    if (owner === undefined) return { kind: 'again', afterMs: 0 }
    if (owner.kind === 'user') return { kind: 'open', thread: undefined }
    if (owner.thread !== undefined) return { kind: 'open', thread: owner.thread }
    opening ??= open()
    return await opening
  }
}
