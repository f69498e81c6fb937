// Makes the evidence pack of a complaint from the database and the recorded heads.
import { isOpenState } from '#core/ledger/movement.ts'
import { isEnded, type Order } from '#core/order/order.ts'
import { encodePack } from '#server/complaints/pack/encode-pack.ts'
import {
  type Evidence,
  packEvidence,
  readEvidence,
  TooMuchEvidence,
} from '#server/complaints/pack/evidence-store.ts'
import { readCurrentHead, readRealHeads } from '#server/complaints/pack/journal-store.ts'
import {
  type EvidencePack,
  type HeadedProof,
  type MovementEvidence,
  maxPackBytes,
  packFormat,
  type Unproven,
} from '#server/complaints/pack/pack-format.ts'
import {
  type PackLimits,
  type PlannedProof,
  packLimits,
  planParts,
  planWhole,
} from '#server/complaints/pack/plan-proofs.ts'
import { type ProvenRecords, readProven } from '#server/complaints/pack/proven-entries.ts'
import { orderReference, transferReference } from '#server/complaints/pack/record-references.ts'
import { readRecordedHeads } from '#server/complaints/pack/recorded-heads.ts'
import type { JournalHead } from '#server/engine/engine.ts'
import { nextTurn } from '#server/platform/timers.ts'
import type { Pool } from '#server/storage/storage.ts'
import { firstDifference, proveAccount } from '#server/verify/verify.ts'

export type MakePackParts = {
  readonly pool: Pool
  /** Where the recorded heads are. */
  readonly dataDir: string
  /**
   * Records the current head, so that the pack can end with it. The recorded lines of the given heads are never thinned
   * out. Never rejects.
   */
  readonly recordHead: (kept: readonly JournalHead[]) => Promise<void>
  /** True ends the work early with an error. */
  readonly isStopping?: () => boolean
  readonly limits?: PackLimits
}

/** The bytes of the file. Throws `TooMuchEvidence` if no attempt can succeed. */
export async function makePack(parts: MakePackParts, complaintId: number): Promise<Buffer> {
  const evidence = await readEvidence(parts.pool, complaintId, packEvidence)
  if (evidence === undefined) throw new Error(`there is no complaint ${complaintId}`)
  const { heads, recorded } = await findHeads(parts, evidence.asOf)
  const pause = async () => {
    await nextTurn()
    if (parts.isStopping?.() === true) throw new Error('the server stops')
  }
  const context = { ...parts, limits: parts.limits ?? packLimits, evidence, heads, pause }
  const proven = (await proveWhole(context)) ?? (await proveParts(context))
  await parts.recordHead(proven.plans.flatMap(({ head }) => (head && recorded.has(head) ? [head] : [])))
  const bytes = await encodePack(await packOf(context, proven, recorded), pause)
  if (bytes.length > maxPackBytes) throw new TooMuchEvidence(`the file has ${bytes.length} bytes`)
  return bytes
}

type Heads = { readonly heads: readonly JournalHead[]; readonly recorded: ReadonlySet<JournalHead> }

/** Heads up to the first that covers the evidence: a recorded one, or the current one if it could not be recorded. */
async function findHeads({ pool, dataDir, recordHead }: MakePackParts, asOf: JournalHead): Promise<Heads> {
  // A recording that was under way may have read an earlier head. The second one begins afterwards.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await recordHead([])
    const recorded = await readRealHeads(pool, await readRecordedHeads(dataDir))
    const at = recorded.findIndex(({ seq }) => seq >= asOf.seq)
    if (at !== -1) return { heads: recorded.slice(0, at + 1), recorded: new Set(recorded) }
  }
  const recorded = await readRealHeads(pool, await readRecordedHeads(dataDir))
  const current = await readCurrentHead(pool)
  return { heads: current.seq === 0 ? [] : [...recorded, current], recorded: new Set(recorded) }
}

type Context = Pick<MakePackParts, 'pool'> &
  Omit<Heads, 'recorded'> & {
    readonly evidence: Evidence
    readonly limits: PackLimits
    readonly pause: () => Promise<void>
  }

type Proven = {
  readonly plans: readonly (PlannedProof & Pick<HeadedProof, 'proof'>)[]
  readonly why: Unproven['why']
}

/** Undefined if the journal from the first decision on is too long. */
async function proveWhole(context: Context): Promise<Proven | undefined> {
  const planned = await planWhole(context)
  if (planned === undefined) return undefined
  const proof = await prove(context, planned)
  return proof && { plans: [{ ...planned, proof }], why: 'format_1' }
}

async function proveParts(context: Context): Promise<Proven> {
  const plans: Proven['plans'][number][] = []
  let batches = context.limits.batches
  for (const planned of await planParts(context)) {
    const limits = { ...context.limits, batches }
    const alone = { ...planned, to: planned.from, head: null }
    const found = await prove({ ...context, limits }, planned)
    const proof = found ?? (await prove({ ...context, limits }, alone))
    if (proof === undefined) break
    batches -= proof.batches.length
    if (proof.batches.length > 0) plans.push({ ...(found === undefined ? alone : planned), proof })
  }
  return { plans, why: 'range' }
}

/** Undefined if it would be too large. Throws if the journal does not prove it. */
async function prove({ pool, evidence, limits, pause }: Context, { from, to, head }: PlannedProof) {
  const range = { userId: evidence.complaint.userId, fromSeq: from, toSeq: to, hasLinks: head !== null }
  const result = await proveAccount(pool, { ...range, limits, pause })
  if (result.kind === 'proof') return result.proof
  if (result.isTooLarge) return undefined
  throw new Error(`no proof of the journal could be made: ${result.why}`)
}

async function packOf(
  { evidence, pause }: Context,
  { plans, why }: Proven,
  recorded: Heads['recorded'],
): Promise<EvidencePack> {
  const { complaint, asOf, orders, deposits, withdrawals } = evidence
  const proven = await readProven(
    plans.map(({ proof }) => proof),
    asOf.seq,
    pause,
  )
  const shown = plans.filter(({ proof }) => proof.batches.length > 0)
  return {
    format: packFormat,
    complaint: {
      number: complaint.number,
      filedAtMs: complaint.createdAt.getTime(),
      text: complaint.text,
      orders: complaint.orders,
      deposits: complaint.deposits,
      withdrawals: complaint.withdrawals,
    },
    userId: complaint.userId,
    asOf,
    orders,
    deposits,
    withdrawals,
    ledger: evidence.transfers.map((transfer) => ({
      ...transfer,
      balances: proven.transfers.get(transfer.id)?.balances ?? null,
    })),
    proofs: shown.map(({ head, proof }) => ({
      head: head && { ...head, isRecorded: recorded.has(head) },
      proof,
    })),
    unproven: unprovenOf(evidence, proven, why).map((record) => ({ record, why })),
  }
}

/**
 * Where all batches of the account are there, rows that differ from the journal are not among them: the check of the pack
 * finds them. In a `range`, later changes may be in batches that were not found.
 */
function unprovenOf(evidence: Evidence, proven: ProvenRecords, why: Unproven['why']): readonly string[] {
  const { orders, deposits, withdrawals, transfers } = evidence
  const movements = [...deposits, ...withdrawals].flatMap(({ movement }) => movement ?? [])
  const mayBeLater = (known: object, row: object) =>
    why === 'range' && firstDifference(known, row) !== undefined
  const isComplete = (order: Order) => {
    const known = proven.orders.get(order.id)
    if (known?.isWhole !== true || (why === 'range' && !isEnded(order))) return false
    return !mayBeLater(known.last, order)
  }
  const isKnown = (movement: MovementEvidence) => {
    const known = proven.movements.get(movement.reference)
    if (known === undefined || (why === 'range' && isOpenState(movement.state))) return false
    return !mayBeLater(known, movement)
  }
  return [
    ...orders.filter((order) => !isComplete(order)).map(({ id }) => orderReference(id)),
    ...movements.filter((movement) => !isKnown(movement)).map(({ reference }) => reference),
    ...transfers.filter(({ id }) => !proven.transfers.has(id)).map(({ id }) => transferReference(id)),
  ]
}
