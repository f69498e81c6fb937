// Reads what the live sockets push: states of threads.
import type { Pool } from 'pg'
import type { OwnThread, ThreadOwner } from '#server/support/support-types.ts'
import { threadColumns } from '#server/support/threads-store.ts'

type Row = Omit<OwnThread, 'userId'> & { readonly userId: number | null }

const unread = `(select count(*) from (
  select 1 from support_messages m where m.thread_id = t.id and m.number > t.user_read and m.author = 'desk' limit 100)
  counted) as unread`

/** The threads of these owners that exist, in any order. */
export async function readOwnThreads(
  pool: Pool,
  owners: readonly ThreadOwner[],
): Promise<readonly OwnThread[]> {
  const { rows } = await pool.query<Row>(
    `select ${threadColumns}, ${unread} from support_threads t
     where t.user_id = any($1) or (t.id = any($2) and t.claimed_by is null and t.user_id is null)`,
    [
      owners.flatMap((owner) => (owner.kind === 'user' ? [owner.userId] : [])),
      owners.flatMap((owner) => (owner.kind === 'visitor' ? [owner.threadId] : [])),
    ],
  )
  return rows.map(({ userId, ...row }) => ({ ...row, userId: userId ?? undefined }))
}
