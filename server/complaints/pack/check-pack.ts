// Checks an evidence pack by itself: its proofs, and whether its rows are those of the proven journal entries.
import { createHash } from 'node:crypto'
import type { Order } from '#core/order/order.ts'
import { batchesOf, checkGaps } from '#server/complaints/pack/check-gaps.ts'
import { checkHashes, checkHeads, type PublishedHead } from '#server/complaints/pack/check-heads.ts'
import { confirmedBatches, unconfirmedRecords } from '#server/complaints/pack/confirm-records.ts'
import { encodePack } from '#server/complaints/pack/encode-pack.ts'
import { journalHeadsOf } from '#server/complaints/pack/journal-heads.ts'
import { readRealHeads } from '#server/complaints/pack/journal-store.ts'
import { withUnknownChanges } from '#server/complaints/pack/order-fields.ts'
import type { EvidencePack, HeadedProof, MovementEvidence } from '#server/complaints/pack/pack-format.ts'
import { notesOf } from '#server/complaints/pack/pack-notes.ts'
import { differs, nameOf, sentence } from '#server/complaints/pack/pack-sentences.ts'
import { packOfFile } from '#server/complaints/pack/pack-shape.ts'
import { type ProvenRecords, readProven } from '#server/complaints/pack/proven-entries.ts'
import {
  depositReference,
  movementReferences,
  orderReference,
  shownIds,
  transferReference,
  withdrawalReference,
} from '#server/complaints/pack/record-references.ts'
import { checkProof } from '#server/engine/engine.ts'
import type { Pool } from '#server/storage/storage.ts'
import { firstDifference } from '#server/verify/verify.ts'

export type PackCheck = {
  /** One sentence each. None: nothing wrong was found. */
  readonly problems: readonly string[]
  /** What could not be checked. */
  readonly notes: readonly string[]
  /** One sentence for each record that neither a given head nor the database confirms. Empty if none was given. */
  readonly unconfirmed: readonly string[]
  readonly sha256: string
  readonly pack: EvidencePack | undefined
}

export type Published = {
  /** Of the file, as the app showed it. */
  readonly sha256?: string | undefined
  /** Heads of the journal. */
  readonly heads?: readonly PublishedHead[]
  /** With a journal. Without it and without heads, only the agreement of the file with itself is checked. */
  readonly database?: Pool | undefined
}

export async function checkPack(bytes: Buffer, published: Published = {}): Promise<PackCheck> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const isGiven = published.sha256 === undefined || published.sha256 === sha256
  const inFile = isGiven ? [] : ['The SHA-256 of the file is not the given one.']
  const pack = packOfFile(bytes)
  if (typeof pack === 'string')
    return { problems: [...inFile, pack], notes: [], unconfirmed: [], sha256, pack: undefined }
  if (!(await encodePack(pack, async () => {})).equals(bytes))
    inFile.push('The file is not written as the server writes it.')
  const { problems, ...others } = await checkContent(pack, published)
  return { problems: [...inFile, ...problems], ...others, sha256, pack }
}

async function checkContent(pack: EvidencePack, { heads = [], database }: Published) {
  const proofs = pack.proofs.map((proof) => checkHeadedProof(pack, proof))
  const fixed = proofs.map(({ hashes }) => hashes)
  const problems = [
    ...proofs.flatMap((proof) => proof.problems),
    ...checkSequence(pack),
    ...checkHashes(pack, fixed),
  ]
  const stored = database && (await readRealHeads(database, journalHeadsOf(pack)))
  problems.push(...checkHeads(pack, fixed, heads, stored))
  const proven = await readRecords(pack)
  problems.push(...checkChosen(pack))
  // Without a head, a made-up entry can have any fields.
  if (proven === undefined) problems.push('An entry of the proofs is not one of a journal.')
  else problems.push(...checkRows(pack, proven), ...checkGaps(pack, proven))
  const known = [...heads, ...(stored ?? [])]
  // The rows of a proof with a problem confirm nothing.
  const confirmed = problems.length > 0 ? new Set<number>() : confirmedBatches(pack, fixed, known)
  const isAsked = heads.length > 0 || stored !== undefined
  const isComparable = isAsked && proven !== undefined && problems.length === 0
  const unconfirmed = isComparable ? unconfirmedRecords(pack, proven, confirmed) : []
  return { problems, notes: notesOf(pack, { proven, heads, stored, confirmed }), unconfirmed }
}

function checkHeadedProof({ userId }: EvidencePack, { head, proof }: HeadedProof) {
  const { problems, hashes } = checkProof(proof, head === null ? [] : [head])
  const isOther = proof.userId !== userId
  return { problems: [...problems, ...(isOther ? ['a proof is of another user'] : [])].map(sentence), hashes }
}

/** Entries are followed in the order of the journal, each once. */
function checkSequence(pack: EvidencePack): readonly string[] {
  const seqs = batchesOf(pack).map(({ seq }) => seq)
  return seqs.some((seq, at) => seq <= (seqs[at - 1] ?? 0)) ? ['The proofs are not in order.'] : []
}

/** The records that the complaint names are there. */
function checkChosen(pack: EvidencePack): readonly string[] {
  const { complaint } = pack
  return (['orders', 'deposits', 'withdrawals'] as const).flatMap((kind) => {
    const there = new Set(pack[kind].map(({ id }) => id))
    const missing = complaint[kind].filter((id) => !there.has(id))
    return missing.map((id) => `The complaint names ${kind.slice(0, -1)} ${id}, which is missing.`)
  })
}

async function readRecords({ proofs, asOf }: EvidencePack): Promise<ProvenRecords | undefined> {
  try {
    return await readProven(
      proofs.map(({ proof }) => proof),
      asOf.seq,
      async () => {},
    )
  } catch {
    // The caller reports it.
    return undefined
  }
}

function checkRows(pack: EvidencePack, proven: ProvenRecords): readonly string[] {
  const unproven = new Set(pack.unproven.map(({ record }) => record))
  const context = { pack, proven, unproven }
  return [
    ...pack.orders.flatMap((order) => checkOrder(context, order)),
    ...checkLedger(context),
    ...checkMovements(context),
  ]
}

type Context = {
  readonly pack: EvidencePack
  readonly proven: ProvenRecords
  readonly unproven: ReadonlySet<string>
}

function checkOrder({ pack, proven, unproven }: Context, order: Order): readonly string[] {
  const name = `Order ${order.id}`
  const known = proven.orders.get(order.id)
  const isListed = unproven.has(orderReference(order.id))
  if (known === undefined) return isListed ? [] : [`${name}: no proven entry decided it.`]
  const problems =
    known.isWhole || isListed ? [] : [`${name}: some of its entries from the placement on are missing.`]
  const isDivided = pack.orders.some(
    ({ id, parentId }) => parentId === order.id && unproven.has(orderReference(id)),
  )
  const expected = isListed ? withUnknownChanges(known.last, order, isDivided) : known.last
  const difference = firstDifference(expected, order)
  return difference === undefined ? problems : [...problems, differs(name, difference)]
}

function checkLedger({ pack, proven, unproven }: Context): readonly string[] {
  const problems: string[] = []
  const listed = new Set<number>()
  for (const { balances, ...row } of pack.ledger) {
    const name = `Transfer ${row.id}`
    if (listed.has(row.id)) problems.push(`${name}: is listed twice.`)
    listed.add(row.id)
    const found = proven.transfers.get(row.id)
    if (found === undefined) {
      if (!unproven.has(transferReference(row.id))) problems.push(`${name}: no proven entry made it.`)
      continue
    }
    const { operatorId: _, secondOperatorId: __, memo = null, ...transfer } = found
    const difference = firstDifference({ ...transfer, memo }, { ...row, balances })
    if (difference !== undefined) problems.push(differs(name, difference))
  }
  const orders = new Set(pack.orders.map(({ id }) => id))
  const references = new Set(movementReferences(shownIds(pack)))
  for (const { id, orderId, reference } of proven.transfers.values())
    if (!listed.has(id) && ((orderId !== null && orders.has(orderId)) || references.has(reference)))
      problems.push(`Transfer ${id}: a proven entry made it, but the ledger does not list it.`)
  return problems
}

function checkMovements({ pack, proven, unproven }: Context): readonly string[] {
  const deposits = pack.deposits.map((record) => ({ ...record, reference: depositReference(record.id) }))
  const withdrawals = pack.withdrawals.map((record) => ({
    ...record,
    reference: withdrawalReference(record.id),
  }))
  return [
    ...deposits.flatMap((record) => [
      ...checkMovement(record, { proven, unproven }),
      ...differsFrom(record.movement, record.reference, { amount: record.credited }),
    ]),
    ...withdrawals.flatMap((record) => [
      ...checkMovement(record, { proven, unproven }),
      ...differsFrom(record.movement, record.reference, { amount: record.amount }),
      ...differsFrom(record.movement?.terms ?? null, record.reference, {
        currency: record.currency,
        decimals: record.decimals,
        fee: record.fee,
        rate: record.rate,
      }),
    ]),
  ]
}

type MovementRow = { readonly reference: string; readonly movement: MovementEvidence | null }

function checkMovement(
  { reference, movement }: MovementRow,
  { proven, unproven }: Omit<Context, 'pack'>,
): readonly string[] {
  const found = proven.movements.get(reference)
  if (found === undefined)
    return movement === null || unproven.has(reference)
      ? []
      : [`${nameOf(reference)}: no proven entry decided it.`]
  if (movement === null) return [`${nameOf(reference)}: was decided, but the pack has no decision.`]
  const { state, note, payment } = movement
  const later = { ...(note === undefined ? {} : { note }), ...(payment === undefined ? {} : { payment }) }
  const expected = unproven.has(reference) ? { ...found, state, ...later } : found
  const difference = firstDifference(expected, movement)
  return difference === undefined ? [] : [differs(nameOf(reference), difference)]
}

/** Compares what the user reported with what was decided. */
function differsFrom(
  decided: object | null,
  reference: string,
  reported: Readonly<Record<string, unknown>>,
): readonly string[] {
  const known = decided as Readonly<Record<string, unknown>> | null
  if (known === null) return []
  return Object.entries(reported)
    .filter(([field, value]) => known[field] !== value)
    .map(([path, found]) => differs(nameOf(reference), { path, expected: known[path], found }))
}
