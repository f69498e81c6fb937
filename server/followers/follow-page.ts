import type { CommandKinds } from '#server/engine/engine.ts'
import { type Change, readChanges } from '#server/followers/changes.ts'
import { type JournalPage, movePosition, readPage } from '#server/followers/follower-store.ts'
import type { Timers } from '#server/platform/timers.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'

export type PageParts = {
  readonly pool: Pool
  readonly timers: Pick<Timers, 'soon'>
  /** Name of the follower in `follower_positions`. */
  readonly name: string
  /** Commands whose changes the follower wants. Fewer kinds mean less work. */
  readonly commands: CommandKinds
  /** Writes what the follower makes of the changes. It must use this connection only, and gets at least one change. */
  readonly apply: (changes: readonly Change[], client: PoolClient) => Promise<void>
  /** Called with the number of batches after the position, before any of them is applied. */
  readonly onLag: (batches: number) => void
}

/** `overtaken`: another process has moved the position, and nothing was written. */
export type PageResult = {
  readonly kind: 'moved' | 'overtaken' | 'caught_up'
  /** Number of the last batch that was read. */
  readonly seq: number
  /** Number of the last batch in the journal. */
  readonly lastSeq: number
}

/**
 * Reads the next batches after `from`, applies their changes and moves the position, in one transaction. The position
 * is moved first: a second process waits there instead of repeating the work.
 */
export async function followPage(parts: PageParts, from: number, maxBatches: number): Promise<PageResult> {
  const { pool, name, commands, apply, timers } = parts
  const page = await readPage(pool, from, maxBatches)
  const { lastSeq, batches } = page
  parts.onLag(Math.max(0, lastSeq - from))
  checkContinuous(page, from)
  const to = from + batches.length
  if (to === from) return { kind: 'caught_up', seq: from, lastSeq }
  const changes: Change[] = []
  for (const batch of batches) changes.push(...(await readChanges(batch, commands, timers)))
  const isMoved = await inTransaction(pool, async (client) => {
    if (!(await movePosition(client, { name, from, to }))) return false
    if (changes.length > 0) await apply(changes, client)
    return true
  })
  return { kind: isMoved ? 'moved' : 'overtaken', seq: to, lastSeq }
}

/** A missing batch must not be passed over. */
function checkContinuous({ lastSeq, batches }: JournalPage, from: number): void {
  if (lastSeq < from) throw new Error(`the journal ends at batch ${lastSeq}, before the position ${from}`)
  const isMissing = batches.length === 0 && lastSeq > from
  const at = isMissing ? 0 : batches.findIndex(({ seq }, index) => seq !== from + index + 1)
  if (isMissing || at !== -1) throw new Error(`batch ${from + at + 1} is missing in the journal`)
}
