import type { PoolClient } from '#server/storage/storage.ts'
import { compareRow, reportExtra, reportMissing } from '#server/verify/comparing/row-findings.ts'
import { type NoticeFound, readNotices } from '#server/verify/comparing/written-store.ts'
import type { Findings } from '#server/verify/finding.ts'
import type { NoticeWritten, Placed } from '#server/verify/replay/written.ts'

/** Margin notices. Their ids are the database's own and have gaps, so that only their order says which is which. */
export type NoticeCheck = {
  readonly compare: (client: PoolClient, wanted: readonly Placed<NoticeWritten>[]) => Promise<void>
  /** Once all were compared: whatever is left is nobody's. */
  readonly finish: (client: PoolClient) => Promise<void>
  readonly count: () => number
}

const readAtOnce = 2000
/** Read but not asked for yet. Beyond it what is asked for is taken to be missing. */
const maxQueued = 20_000

export function createNoticeCheck(findings: Findings): NoticeCheck {
  let waiting: NoticeFound[] = []
  // Theirs begin at 1, but whoever puts one in may give it another.
  let lastId = Number.MIN_SAFE_INTEGER
  let isEnd = false
  let count = 0

  async function readMore(client: PoolClient): Promise<void> {
    const rows = await readNotices(client, lastId, readAtOnce)
    lastId = rows.at(-1)?.id ?? lastId
    isEnd = rows.length < readAtOnce
    waiting.push(...rows)
  }
  /** The oldest of this user at that moment. */
  async function take(
    client: PoolClient,
    { userId, timeMs }: NoticeWritten,
  ): Promise<NoticeFound | undefined> {
    for (;;) {
      const at = waiting.findIndex((row) => row.userId === userId && row.timeMs === timeMs)
      if (at !== -1) return waiting.splice(at, 1)[0]
      if (isEnd || waiting.length >= maxQueued) return undefined
      await readMore(client)
    }
  }
  return {
    async compare(client, wanted) {
      // There may be more by now.
      isEnd = false
      for (const { at, row } of wanted) {
        const found = await take(client, row)
        const about = { table: 'margin_notices', row: found?.id ?? 'one', userId: row.userId, at }
        if (found === undefined) reportMissing(findings, about)
        else compareRow(findings, row, withoutId(found), () => about)
        count += 1
      }
    },
    async finish(client) {
      isEnd = false
      while (!isEnd) {
        for (const { id, userId } of waiting)
          reportExtra(findings, { table: 'margin_notices', row: id, userId })
        waiting = []
        await readMore(client)
      }
      for (const { id, userId } of waiting)
        reportExtra(findings, { table: 'margin_notices', row: id, userId })
      waiting = []
    },
    count: () => count,
  }
}

function withoutId({ id: _, ...row }: NoticeFound): Omit<NoticeFound, 'id'> {
  return row
}
