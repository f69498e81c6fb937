// Limits of a pack check, as notes.
import { isStored, type PublishedHead, unpublishedEnds } from '#server/complaints/pack/check-heads.ts'
import type { EvidencePack } from '#server/complaints/pack/pack-format.ts'
import { nameOf } from '#server/complaints/pack/pack-sentences.ts'
import type { ProvenRecords } from '#server/complaints/pack/proven-entries.ts'
import {
  depositReference,
  recordReferences,
  shownIds,
  withdrawalReference,
} from '#server/complaints/pack/record-references.ts'
import type { JournalHead } from '#server/engine/engine.ts'
import { printable } from '#server/verify/verify.ts'

type Checked = {
  /** Undefined if the entries could not be read. */
  readonly proven: ProvenRecords | undefined
  readonly heads: readonly PublishedHead[]
  /** Batches of the pack that the database has. Undefined without a database. */
  readonly stored: readonly JournalHead[] | undefined
  readonly confirmed: ReadonlySet<number>
}

/** One sentence each. */
export function notesOf(
  pack: EvidencePack,
  { proven, heads, stored, confirmed }: Checked,
): readonly string[] {
  const { unproven, proofs } = pack
  return [
    ...unproven.map(
      ({ record, why }) => `${nameOf(printable(record))} is not proven completely: ${whyTexts[why]}.`,
    ),
    ...proofs
      .flatMap(({ head, proof }) => (head === null ? proof.batches : []))
      .filter(({ seq }) => !confirmed.has(seq))
      .map(({ seq }) => `Batch ${printable(seq)} leads to no head: only a database can confirm it.`),
    ...(heads.length === 0 ? [] : unpublishedEnds(pack, heads))
      .filter((end) => isStored(end, stored))
      .map(
        ({ seq }) => `The head of batch ${seq} is not among the given ones. Only the database confirms it.`,
      ),
    ...undecided(pack),
    ...(proven === undefined ? [] : changedLater(pack, proven)),
    endOf(pack),
    ...(heads.length > 0 ? [] : [stored === undefined ? nothingGiven : onlyDatabase]),
  ]
}

const nothingGiven = 'No published head was given, so only the agreement of the file with itself was checked.'
const onlyDatabase = 'No published head was given, so only the database confirms the batches.'

const whyTexts = {
  format_1: 'batches of the first format show no account alone',
  range: 'the journal of its time was too long for the file',
} as const

/** A pack without a decision looks the same whether there was none or it was left out. */
function undecided({ deposits, withdrawals }: EvidencePack): readonly string[] {
  const records = [
    ...deposits.map(({ id, movement }) => ({ reference: depositReference(id), movement })),
    ...withdrawals.map(({ id, movement }) => ({ reference: withdrawalReference(id), movement })),
  ]
  return records
    .filter(({ movement }) => movement === null)
    .map(({ reference }) => `${nameOf(reference)} has no decision. The pack cannot show that there was none.`)
}

function changedLater(pack: EvidencePack, { later }: ProvenRecords): readonly string[] {
  return recordReferences(shownIds(pack)).flatMap((record) => {
    const seq = later.get(record)
    return seq === undefined
      ? []
      : [`${nameOf(record)} was changed in batch ${seq}. The rows show it as of batch ${pack.asOf.seq}.`]
  })
}

/** The last batch of the account can be replaced by a link: no hash tells whose entries that has. */
function endOf({ asOf, proofs }: EvidencePack): string {
  const last = proofs.at(-1)?.proof.batches.at(-1)
  return last === undefined
    ? 'The pack has no entry of the journal, so it proves nothing.'
    : `The rows are as of batch ${asOf.seq}. The last proven change is version ${printable(last.version)} of the account, in batch ${last.seq}: later changes may be missing.`
}
