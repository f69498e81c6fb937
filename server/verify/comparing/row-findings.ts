import type { Finding, Findings } from '#server/verify/finding.ts'
import type { Place } from '#server/verify/replay/written.ts'
import { fieldDifferences } from '#server/verify/same-data.ts'

/** A row of a table, and where the journal speaks of it. */
export type About = Pick<Finding, 'table' | 'row' | 'userId'> & { readonly at?: Place | undefined }

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
export function columnOf(path: string): string {
  const [first = '', ...rest] = path.replace(/^terms\./, '').split('.')
  const name = first.replace(/Ms$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return [name, ...rest].join('.')
}
