// Entry point: a follower of the journal that tells users of decisions about their money, by mail or text message.
import type { Change, FollowerParts } from '#server/followers/followers.ts'
import { contentOf, type MovementRecord } from '#server/funds-messages/movement-content.ts'
import type { Messages, Recipient } from '#server/messages/messages.ts'
import type { PoolClient } from '#server/storage/storage.ts'

export type { MovementRecord } from '#server/funds-messages/movement-content.ts'

export type FundsMessagesParts = {
  readonly messages: Pick<Messages, 'enqueue'>
  /** Undefined for a demo user. */
  readonly contactOf: (userId: number, client: PoolClient) => Promise<Recipient | undefined>
  /** What the user submitted for this reference. Undefined if there is no record of it. */
  readonly describeMovement: (client: PoolClient, reference: string) => Promise<MovementRecord | undefined>
}

/**
 * Each message is stored in the transaction that moves the position, so none is missing and none is stored twice. An
 * installation that had no such messages before gets those of decisions from now on.
 */
export function createFundsMessagesFollower(
  parts: FundsMessagesParts,
): Pick<FollowerParts, 'name' | 'start' | 'commands' | 'apply'> {
  return {
    name: 'funds_messages',
    start: 'now',
    commands: new Set([
      'deposit',
      'request_withdrawal',
      'advance_withdrawal',
      'void_withdrawal',
      'adjust',
    ] as const),
    async apply(changes, client) {
      for (const change of changes) await enqueueFor(parts, change, client)
    },
  }
}

async function enqueueFor(parts: FundsMessagesParts, change: Change, client: PoolClient): Promise<void> {
  const { movement, userId } = change
  if (movement === null) return
  const recipient = await parts.contactOf(userId, client)
  if (recipient === undefined) return
  const content = contentOf(change, movement, await parts.describeMovement(client, movement.reference))
  if (content !== undefined) await parts.messages.enqueue(client, { userId, ...recipient, ...content })
}
