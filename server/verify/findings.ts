import { fieldDifferences } from '#server/verify/differences.ts'
import type { Place } from '#server/verify/replayed-state.ts'

/** What does not hold. */
export type FindingKind =
  /** The journal itself: a gap, a broken chain, an epoch that fell, a batch that cannot be read. */
  | 'journal'
  /** Deciding again comes out otherwise. */
  | 'decision'
  /** Effects that no rules could have: sums that do not add up, ids that were given before. */
  | 'law'
  /** A row that should be there, should not be there, or says something else. */
  | 'missing_row'
  | 'extra_row'
  | 'other_row'
  /** The history is not the one that was noted earlier. */
  | 'expectation'

export type Finding = {
  readonly kind: FindingKind
  /** The batch. */
  readonly seq?: number | undefined
  /** Its how-manieth entry, from 1. */
  readonly entry?: number | undefined
  readonly userId?: number | undefined
  readonly table?: string | undefined
  /** What the table calls the row: an id or a reference. */
  readonly row?: number | string | undefined
  readonly column?: string | undefined
  readonly sentence: string
  readonly expected?: unknown
  readonly found?: unknown
}

/** All that was found. Only the first are kept, the others are counted. */
export type Findings = {
  readonly add: (finding: Finding) => void
  readonly first: () => readonly Finding[]
  readonly counts: () => ReadonlyMap<FindingKind, number>
}

const mostKept = 20

export function createFindings(): Findings {
  const first: Finding[] = []
  const counts = new Map<FindingKind, number>()
  return {
    add(finding) {
      counts.set(finding.kind, (counts.get(finding.kind) ?? 0) + 1)
      if (first.length < mostKept) first.push(finding)
    },
    first: () => first,
    counts: () => counts,
  }
}

/** A row of a table, and where the journal speaks of it. */
type About = Pick<Finding, 'table' | 'row' | 'userId'> & { readonly at?: Place | undefined }

export function reportMissing(findings: Findings, { at, ...about }: About): void {
  findings.add({ kind: 'missing_row', ...at, ...about, sentence: 'is missing' })
}

export function reportExtra(findings: Findings, { at, ...about }: About): void {
  findings.add({ kind: 'extra_row', ...at, ...about, sentence: 'is in the table, but not in the journal' })
}

/** Most rows are as they should be, so that what they are called is only asked for where one is not. */
export function compareRow(findings: Findings, wanted: object, found: object, aboutIt: () => About): void {
  const differences = fieldDifferences(wanted, found)
  if (differences.length === 0) return
  const { at, ...about } = aboutIt()
  for (const { path, expected, found: there } of differences) {
    const sentence = 'is not what the journal comes to'
    findings.add({
      kind: 'other_row',
      ...at,
      ...about,
      column: columnOf(path),
      sentence,
      expected,
      found: there,
    })
  }
}

/** What the tables call a field: `placedAtMs` is `placed_at`, `terms.feeShare` is `fee_share`. */
function columnOf(path: string): string {
  const [first = '', ...rest] = path.replace(/^terms\./, '').split('.')
  const name = first.replace(/Ms$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return [name, ...rest].join('.')
}
