// Compares an evidence pack with the rows and the journal of a database.
import { isOpenState } from '#core/ledger/movement.ts'
import { isEnded } from '#core/order/order.ts'
import { type Evidence, type EvidenceLimits, readEvidence } from '#server/complaints/pack/evidence-store.ts'
import { journalHeadsOf } from '#server/complaints/pack/journal-heads.ts'
import { readRealHeads } from '#server/complaints/pack/journal-store.ts'
import { placementOf } from '#server/complaints/pack/order-fields.ts'
import type {
  DepositEvidence,
  EvidencePack,
  WithdrawalEvidence,
} from '#server/complaints/pack/pack-format.ts'
import { differs } from '#server/complaints/pack/pack-sentences.ts'
import type { Pool } from '#server/storage/storage.ts'
import { firstDifference, printable } from '#server/verify/verify.ts'

/** Orders may have been divided further since the pack was made, so these are far above the limits of a pack. */
const limits: EvidenceLimits = { orders: 20_000, transfers: 200_000 }

/** One sentence for each difference. What has gone on since the pack was made is none. */
export async function comparePack(
  pool: Pool,
  pack: EvidencePack,
  sha256: string,
): Promise<readonly string[]> {
  const [, id] = /^C-\d{4}-(\d{6,15})$/.exec(pack.complaint.number) ?? []
  const evidence = id === undefined ? undefined : await readEvidence(pool, Number(id), limits)
  if (evidence === undefined) return [`The database has no complaint ${printable(pack.complaint.number)}.`]
  return [
    ...compareComplaint(evidence, pack, sha256),
    ...compareOrders(evidence, pack),
    ...compareRecords('Deposit', evidence.deposits, pack.deposits),
    ...compareRecords('Withdrawal', evidence.withdrawals, pack.withdrawals),
    ...compareLedger(evidence, pack),
    ...(await compareJournal(pool, pack)),
  ]
}

function compareComplaint({ complaint }: Evidence, pack: EvidencePack, sha256: string): readonly string[] {
  const { number, text, orders, deposits, withdrawals, createdAt, userId } = complaint
  const stored = { number, filedAtMs: createdAt.getTime(), text, orders, deposits, withdrawals }
  const difference = firstDifference(stored, pack.complaint)
  return [
    ...(difference === undefined ? [] : [differs('The complaint', difference, 'database')]),
    ...(userId === pack.userId ? [] : ['The complaint is of another user in the database.']),
    ...(complaint.pack.sha256 === sha256
      ? []
      : ['The database has another pack of this complaint, or none.']),
  ]
}

/** The fields of an active order that may have changed since. */
function compareOrders(evidence: Evidence, pack: EvidencePack): readonly string[] {
  const stored = new Map(evidence.orders.map((order) => [order.id, order]))
  return pack.orders.flatMap((order) => {
    const found = stored.get(order.id)
    if (found === undefined) return [`Order ${order.id}: the database does not have it for this complaint.`]
    const expected = isEnded(order) ? found : placementOf(found)
    const difference = firstDifference(expected, isEnded(order) ? order : placementOf(order))
    return difference === undefined ? [] : [differs(`Order ${order.id}`, difference, 'database')]
  })
}

type FundsRecord = DepositEvidence | WithdrawalEvidence

function compareRecords(
  name: string,
  stored: readonly FundsRecord[],
  shown: readonly FundsRecord[],
): readonly string[] {
  const known = new Map(stored.map((record) => [record.id, record]))
  return shown.flatMap((record) => {
    const found = known.get(record.id)
    if (found === undefined)
      return [`${name} ${record.id}: the database does not have it for this complaint.`]
    const isFinal = record.movement !== null && !isOpenState(record.movement.state)
    const expected = isFinal ? found : { ...found, movement: record.movement }
    const difference = firstDifference(expected, record)
    return difference === undefined ? [] : [differs(`${name} ${record.id}`, difference, 'database')]
  })
}

function compareLedger(evidence: Evidence, pack: EvidencePack): readonly string[] {
  const shown = new Map(pack.ledger.map(({ balances: _, ...transfer }) => [transfer.id, transfer]))
  const orders = new Set<number | null>(pack.orders.map(({ id }) => id))
  const problems: string[] = []
  for (const transfer of evidence.transfers) {
    const found = shown.get(transfer.id)
    shown.delete(transfer.id)
    if (found !== undefined) {
      const difference = firstDifference(transfer, found)
      if (difference !== undefined) problems.push(differs(`Transfer ${transfer.id}`, difference, 'database'))
    } else if (transfer.batch <= pack.asOf.seq && (transfer.orderId === null || orders.has(transfer.orderId)))
      problems.push(`Transfer ${transfer.id}: is in the database, but not in the pack.`)
  }
  return [...problems, ...[...shown.keys()].map((id) => `Transfer ${id}: the database does not have it.`)]
}

async function compareJournal(pool: Pool, pack: EvidencePack): Promise<readonly string[]> {
  const all = journalHeadsOf(pack)
  const real = new Set(await readRealHeads(pool, all))
  const others = new Set(all.filter((head) => !real.has(head)).map(({ seq }) => seq))
  return [...others].map((seq) => `Batch ${seq}: the journal of the database has another one, or none.`)
}
