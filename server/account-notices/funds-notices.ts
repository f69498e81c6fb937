import { contentOf, type MovementRecord } from '#server/account-notices/movement-content.ts'
import type { Change, FollowerParts } from '#server/followers/followers.ts'
import type { AddNotices, NewNotice } from '#server/notices/notices.ts'
import type { PoolClient } from '#server/storage/storage.ts'

export type { MovementRecord } from '#server/account-notices/movement-content.ts'

export type FundsNoticesParts = {
  readonly addNotices: AddNotices
  /** What the user submitted for this reference. Undefined if there is no record of it. */
  readonly describeMovement: (client: PoolClient, reference: string) => Promise<MovementRecord | undefined>
}

/** An installation that had no such notices before gets those of decisions from now on. */
export function createFundsNotices(
  parts: FundsNoticesParts,
): Pick<FollowerParts, 'name' | 'start' | 'commands' | 'apply'> {
  return {
    // The name of its stored position, from when it only sent messages.
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
      const notices: NewNotice[] = []
      for (const change of changes) notices.push(...(await noticesOf(parts, change, client)))
      await parts.addNotices(client, notices)
    },
  }
}

async function noticesOf(
  { describeMovement }: FundsNoticesParts,
  change: Change,
  client: PoolClient,
): Promise<readonly NewNotice[]> {
  const { movement, userId, timeMs: atMs, position } = change
  if (movement === null) return []
  const content = contentOf(change, movement, await describeMovement(client, movement.reference))
  if (content === undefined) return []
  return [
    { userId, atMs, source: `journal:${position.group}:${position.seq}:${position.entry}:funds`, content },
  ]
}
