// Chooses the parts of the journal that a pack proves, so that it stays small and quick to make.
import type { Evidence } from '#server/complaints/pack/evidence-store.ts'
import { readFirstSeqAt, readPackedBatches, readRangeBytes } from '#server/complaints/pack/journal-store.ts'
import {
  hasAccount,
  isFormat2,
  type JournalEntry,
  type JournalHead,
  unpackPage,
} from '#server/engine/engine.ts'
import type { Pool } from '#server/storage/storage.ts'

/** Of all proofs of a pack together. Batches are those with entries of the account, links all others. */
export type PackLimits = {
  readonly batches: number
  readonly links: number
  /** Packed size of the journal that is read. */
  readonly journalBytes: number
}

export const packLimits: PackLimits = { batches: 2000, links: 20_000, journalBytes: 64 * 1024 * 1024 }

/** `head` is null for a batch without a stored head near enough: it is shown alone. */
export type PlannedProof = {
  readonly from: number
  readonly to: number
  readonly head: JournalHead | null
}

type PlanParts = {
  readonly pool: Pool
  readonly evidence: Pick<Evidence, 'complaint' | 'transfers' | 'decidedAtMs'>
  /** Ascending, all of the journal. The last one is after every decision. */
  readonly heads: readonly JournalHead[]
  readonly limits: PackLimits
  readonly pause: () => Promise<void>
}

/** A batch is written shortly after its decisions. */
const beforeMs = 1000

/** The journal from the first decision to the newest head as one range. Undefined if that is too long. */
export async function planWhole({
  pool,
  evidence,
  heads,
  limits,
}: PlanParts): Promise<PlannedProof | undefined> {
  const [first] = evidence.decidedAtMs
  const head = heads.at(-1)
  if (first === undefined || head === undefined) return undefined
  const from = await readFirstSeqAt(pool, first - beforeMs, head.seq)
  if (head.seq - from >= limits.links) return undefined
  const isSmall = (await readRangeBytes(pool, from, head.seq)) <= limits.journalBytes
  return isSmall && from <= head.seq ? { from, to: head.seq, head } : undefined
}

/** Only the batches of known decisions, each with the way to the next stored head if that is near. */
export async function planParts(parts: PlanParts): Promise<readonly PlannedProof[]> {
  const { pool, heads, limits } = parts
  const planned: PlannedProof[] = []
  let [links, bytes] = [limits.links, limits.journalBytes]
  for (const seq of await findBatches(parts)) {
    const last = planned.at(-1)
    if (last?.head && seq <= last.to) continue
    const head = heads.find((candidate) => candidate.seq >= seq)
    const length = (head?.seq ?? Number.POSITIVE_INFINITY) - seq
    const size = head !== undefined && length <= links ? await readRangeBytes(pool, seq, head.seq) : bytes + 1
    const isNear = head !== undefined && size <= bytes
    if (isNear) [links, bytes] = [links - length, bytes - size]
    planned.push(isNear ? { from: seq, to: head.seq, head } : { from: seq, to: seq, head: null })
  }
  return planned
}

/** A batch is at most this much later than its decisions. */
const laterMs = 60_000
const maxSearched = 400
const perRead = 20

/** Numbers of the batches that decided at the known times, and that wrote the transfers. */
async function findBatches({ pool, evidence, heads, pause }: PlanParts): Promise<readonly number[]> {
  const { complaint, transfers, decidedAtMs } = evidence
  const last = heads.at(-1)?.seq ?? 0
  const found = new Set(transfers.map(({ batch }) => batch))
  const written = new Set(transfers.map(({ timeMs }) => timeMs))
  for (const timeMs of decidedAtMs) {
    if (written.has(timeMs)) continue
    const first = await readFirstSeqAt(pool, timeMs - beforeMs, last)
    const seq = await searchFrom(first, timeMs)
    if (seq !== undefined) found.add(seq)
  }
  return [...found].sort((one, other) => one - other)

  async function searchFrom(first: number, timeMs: number): Promise<number | undefined> {
    const untilMs = timeMs + laterMs
    for (let from = first; from < first + maxSearched; from += perRead) {
      const batches = await readPackedBatches(pool, { from, untilMs, limit: perRead })
      for (const { seq, packed } of batches) {
        if (isFormat2(packed) && decidesAt(packed, complaint.userId, timeMs)) return seq
        await pause()
      }
      if (batches.length === 0) return undefined
    }
    return undefined
  }
}

/** Another batch of the account may have been written in the same second. */
function decidesAt(packed: Buffer, userId: number, timeMs: number): boolean {
  if (!hasAccount(packed, userId)) return false
  const { accounts, texts } = unpackPage(packed)
  const own = accounts.find((account) => account.userId === userId)?.entries ?? []
  return own.some((at) => {
    const entry: JournalEntry = JSON.parse(texts.entries[at] ?? 'null')
    return entry.timeMs === timeMs && entry.outcome.kind === 'decided'
  })
}
