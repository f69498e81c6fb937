// A visitor's thread follows the visitor who registers or logs in.
import { type Refusal, refused } from '#contract/outcome.ts'
import { supportLimits } from '#core/support/support.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import type { Clock } from '#server/platform/clock.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { inTransaction, type Pool } from '#server/storage/storage.ts'
import { notifyChange } from '#server/support/changes-store.ts'
import {
  lockVisitorByToken,
  mergeThreads,
  moveMessages,
  readPictureBytes,
} from '#server/support/claim-store.ts'
import { lockThread } from '#server/support/threads-store.ts'

export type ClaimResult = { readonly kind: 'claimed' } | Refusal

type Claim = { readonly userId: number; readonly token: string; readonly language: LanguageCode }

/**
 * The session and the token together allow joining both threads. A repeat by the same user changes nothing; for any
 * other user the token is unknown from then on.
 */
export async function claimThread(
  { pool, clock }: { readonly pool: Pool; readonly clock: Pick<Clock, 'now'> },
  { userId, token, language }: Claim,
): Promise<ClaimResult> {
  return await inTransaction(pool, async (client) => {
    const from = await lockVisitorByToken(client, hashToken(token))
    if (from === undefined) return refused('support_ended')
    if (from.claimedBy !== null)
      return from.claimedBy === userId ? { kind: 'claimed' } : refused('support_ended')
    const at = new Date(clock.now())
    const to = await lockThread(client, { kind: 'user', userId }, { language, at })
    if (to === undefined) throw new Error('the thread of the user was not made')
    // Otherwise a user could exceed it with one visitor's thread after another. It stays as it is.
    if ((await readPictureBytes(client, from.id, to.id)) > supportLimits.pictureBytes)
      return refused('image_quota')
    await moveMessages(client, from, to)
    await mergeThreads(client, { from, to, userId, at })
    await notifyChange(client, { kind: 'ended', threadId: from.id, userId: undefined })
    await notifyChange(client, { kind: 'thread', threadId: to.id, userId })
    return { kind: 'claimed' }
  })
}
