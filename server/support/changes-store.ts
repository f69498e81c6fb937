// Tells every process what has changed. A notification of a transaction arrives after its commit, in the order of commits.
import type { Pool, PoolClient } from 'pg'

export const supportChannel = 'support_changed'

export type SupportChange =
  | {
      readonly kind: 'message'
      readonly threadId: number
      readonly userId: number | undefined
      readonly number: number
    }
  | { readonly kind: 'thread'; readonly threadId: number; readonly userId: number | undefined }
  | {
      readonly kind: 'typing'
      readonly threadId: number
      readonly userId: number | undefined
      readonly by: 'user' | 'desk'
    }
  /** Its token opens nothing any more: the thread was claimed or deleted. */
  | { readonly kind: 'ended'; readonly threadId: number; readonly userId: undefined }

export async function notifyChange(client: Pool | PoolClient, change: SupportChange): Promise<void> {
  await client.query('select pg_notify($1, $2)', [supportChannel, JSON.stringify(change)])
}

/** Undefined for a payload of another version. */
export function parseChange(payload: string): SupportChange | undefined {
  try {
    const parsed: unknown = JSON.parse(payload)
    return isChange(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

const kinds: readonly unknown[] = ['message', 'thread', 'typing', 'ended'] satisfies SupportChange['kind'][]

function isChange(value: unknown): value is SupportChange {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('threadId' in value))
    return false
  return kinds.includes(value.kind) && typeof value.threadId === 'number'
}
