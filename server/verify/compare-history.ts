import type { PoolClient } from '#server/storage/storage.ts'
import { isSameOrder } from '#server/verify/differences.ts'
import { compareRow, type Findings, reportExtra, reportMissing } from '#server/verify/findings.ts'
import type { ExpectedNotice, ExpectedRows, Located } from '#server/verify/replayed-state.ts'
import {
  type NoticeRow,
  readMovements,
  readNotices,
  readOrders,
  readTransfers,
} from '#server/verify/tables-store.ts'

/** Compares every column of rows that never change again: transfers, ended orders, settled movements. */
export async function comparePermanentRows(
  client: PoolClient,
  { transfers, orders, movements }: ExpectedRows,
  findings: Findings,
): Promise<void> {
  const transfersFound = await readTransfers(client, [...transfers.keys()])
  const ordersFound = await readOrders(client, [...orders.keys()])
  const movementsFound = await readMovements(client, [...movements.keys()])
  compare(findings, 'transfers', transfers, transfersFound, ({ id }) => id)
  compare(findings, 'orders', orders, ordersFound, ({ id }) => id, isSameOrder)
  compare(findings, 'movements', movements, movementsFound, ({ reference }) => reference)
}

type Row = { readonly userId: number }

function compare<Key extends number | string, Wanted extends Row, Found extends Row>(
  findings: Findings,
  table: string,
  wanted: ReadonlyMap<Key, Located<Wanted>>,
  found: readonly Found[],
  keyOf: (row: Found) => Key,
  isSame: (wanted: Wanted, found: Found) => boolean = () => false,
): void {
  const byKey = new Map<Key, Found>()
  for (const row of found) {
    // Only possible if the unique constraint was circumvented.
    if (byKey.has(keyOf(row))) reportExtra(findings, { table, row: keyOf(row), userId: row.userId })
    byKey.set(keyOf(row), row)
  }
  for (const [key, { at, row }] of wanted) {
    const about = () => ({ table, row: key, userId: row.userId, at })
    const there = byKey.get(key)
    if (there === undefined) reportMissing(findings, about())
    else if (!isSame(row, there)) compareRow(findings, row, there, about)
  }
}

/** Margin notices. The database assigns their ids, with gaps, so they are matched by user and time, in order. */
type NoticeCheck = {
  readonly compare: (client: PoolClient, wanted: readonly Located<ExpectedNotice>[]) => Promise<void>
  /** Reports the notices that no journal entry wrote. */
  readonly finish: (client: PoolClient) => Promise<void>
  readonly position: () => NoticePosition
}

const readAtOnce = 2000
/** Rows read but not matched yet. With a full queue an unmatched notice counts as missing. */
const maxQueued = 20_000

/** Highest id compared so far, and the number of notices. */
export type NoticePosition = { readonly lastId: number; readonly count: number }

/** Generated ids start at 1, but an inserted row may have a lower one. */
const beforeAll: NoticePosition = { lastId: Number.MIN_SAFE_INTEGER, count: 0 }

export function createNoticeCheck(findings: Findings, from = beforeAll): NoticeCheck {
  let waiting: NoticeRow[] = []
  let { lastId, count } = from
  let isEnd = false

  async function readMore(client: PoolClient): Promise<void> {
    const rows = await readNotices(client, lastId, readAtOnce)
    lastId = rows.at(-1)?.id ?? lastId
    isEnd = rows.length < readAtOnce
    waiting.push(...rows)
  }
  /** Takes the oldest notice of this user at this time. */
  async function take(
    client: PoolClient,
    { userId, timeMs }: ExpectedNotice,
  ): Promise<NoticeRow | undefined> {
    for (;;) {
      const at = waiting.findIndex((row) => row.userId === userId && row.timeMs === timeMs)
      if (at !== -1) return waiting.splice(at, 1)[0]
      if (isEnd || waiting.length >= maxQueued) return undefined
      await readMore(client)
    }
  }
  return {
    async compare(client, wanted) {
      // The server may have written more since the last read.
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
    position: () => ({ lastId, count }),
  }
}

function withoutId({ id: _, ...row }: NoticeRow): Omit<NoticeRow, 'id'> {
  return row
}
