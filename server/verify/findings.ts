import { fieldDifferences } from '#server/verify/differences.ts'
import type { JournalPosition } from '#server/verify/replayed-state.ts'

export type FindingKind =
  /** The journal itself: a gap, a broken hash chain, a lower epoch, an unreadable batch. */
  | 'journal'
  /** A decision that gives another result when it is repeated. */
  | 'decision'
  /** Effects that are impossible under any rules: wrong sums, reused ids. */
  | 'invariant'
  /** A row that is missing, unexpected, or has another value. */
  | 'missing_row'
  | 'extra_row'
  | 'other_row'
  /** The journal does not contain the expected head. */
  | 'expectation'
  /** The journal does not contain the last batch of the checkpoint. */
  | 'checkpoint'
  /** The audit log: a gap, a broken hash chain, an entry outside the chain. */
  | 'audit'
  /** A head that was recorded outside the database is not part of the history, or a line of the file is wrong. */
  | 'recorded_head'

export type Finding = {
  readonly kind: FindingKind
  /** Number of the batch. */
  readonly seq?: number | undefined
  /** Position of the entry within the batch, from 1. */
  readonly entry?: number | undefined
  readonly userId?: number | undefined
  readonly table?: string | undefined
  /** Id or reference of the row. */
  readonly row?: number | string | undefined
  readonly column?: string | undefined
  readonly message: string
  readonly expected?: unknown
  readonly found?: unknown
}

/** Keeps the first findings and counts all of them. */
export type Findings = {
  readonly add: (finding: Finding) => void
  readonly first: () => readonly Finding[]
  readonly counts: () => ReadonlyMap<FindingKind, number>
}

const maxListed = 20

export function createFindings(): Findings {
  const first: Finding[] = []
  const counts = new Map<FindingKind, number>()
  return {
    add(finding) {
      counts.set(finding.kind, (counts.get(finding.kind) ?? 0) + 1)
      if (first.length < maxListed) first.push(finding)
    },
    first: () => first,
    counts: () => counts,
  }
}

/** A table row and the journal entry that wrote it. */
type RowRef = Pick<Finding, 'table' | 'row' | 'userId'> & { readonly at?: JournalPosition | undefined }

export function reportMissing(findings: Findings, { at, ...about }: RowRef): void {
  findings.add({ kind: 'missing_row', ...at, ...about, message: 'is missing' })
}

export function reportExtra(findings: Findings, { at, ...about }: RowRef): void {
  findings.add({ kind: 'extra_row', ...at, ...about, message: 'is in the table, but not in the journal' })
}

/** `rowRef` is only called for a row that differs, which is rare. */
export function compareRow(findings: Findings, wanted: object, found: object, rowRef: () => RowRef): void {
  const differences = fieldDifferences(wanted, found)
  if (differences.length === 0) return
  const { at, ...about } = rowRef()
  for (const { path, expected, found: there } of differences) {
    const message = 'differs from the journal'
    findings.add({
      kind: 'other_row',
      ...at,
      ...about,
      column: columnOf(path),
      message,
      expected,
      found: there,
    })
  }
}

/** Column of a field: `placedAtMs` is `placed_at`, `terms.feeShare` is `fee_share`. */
function columnOf(path: string): string {
  const [first = '', ...rest] = path.replace(/^terms\./, '').split('.')
  const name = first.replace(/Ms$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return [name, ...rest].join('.')
}
