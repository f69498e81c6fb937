import type { PoolClient } from '#server/storage/storage.ts'
import { compareRow, reportExtra, reportMissing } from '#server/verify/comparing/row-findings.ts'
import { readMovements, readOrders, readTransfers } from '#server/verify/comparing/written-store.ts'
import type { Findings } from '#server/verify/finding.ts'
import type { Placed, Written } from '#server/verify/replay/written.ts'
import { isSameOrder } from '#server/verify/same-effects.ts'

/** Compares what is written once and for all, in every column: transfers, orders that are over, settled movements. */
export async function compareWritten(
  client: PoolClient,
  { transfers, orders, movements }: Written,
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
  wanted: ReadonlyMap<Key, Placed<Wanted>>,
  found: readonly Found[],
  keyOf: (row: Found) => Key,
  isSame: (wanted: Wanted, found: Found) => boolean = () => false,
): void {
  const byKey = new Map<Key, Found>()
  for (const row of found) {
    // No two can have one number, unless somebody took away what sees to that.
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
