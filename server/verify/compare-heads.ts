// Compares recorded heads with the journal and the chain of the audit log: a history that was rewritten with all its
// hashes no longer contains them.
import type { KeyObject } from 'node:crypto'
import { basename } from 'node:path'
import {
  isSignedBy,
  parseHeadLine,
  readAuditHashes,
  readHeadLines,
  readJournalHashes,
  type SignedHead,
} from '#server/heads/heads.ts'
import type { PoolClient } from '#server/storage/storage.ts'
import type { Finding, Findings } from '#server/verify/findings.ts'

export type RecordedHeads = {
  /** Paths. */
  readonly files: readonly string[]
  /** Undefined if signatures cannot be checked. */
  readonly publicKey: KeyObject | undefined
}

export type ComparedHeads = {
  readonly files: number
  /** Number of heads in all files. */
  readonly heads: number
  /** Time of the newest head. */
  readonly last: string | undefined
  readonly areSignaturesChecked: boolean
}

type NumberedHead = { readonly line: number; readonly head: SignedHead }

const pageLines = 500

/**
 * Heads are read before the rows they name, so each of them names a row that was committed already. Of each kind of
 * problem in a file, only the first is reported, with the number of all.
 */
export async function compareHeads(
  client: PoolClient,
  recorded: RecordedHeads | undefined,
  findings: Findings,
): Promise<ComparedHeads> {
  const { files = [], publicKey } = recorded ?? {}
  let heads = 0
  let last: string | undefined
  for (const path of files) {
    const problems = createProblems(basename(path))
    for await (const page of readPages(path, problems)) {
      heads += page.length
      for (const { head } of page) if (last === undefined || head.at > last) last = head.at
      checkSignatures(page, publicKey, problems)
      await comparePage(client, page, problems)
    }
    for (const finding of problems.findings()) findings.add(finding)
  }
  return { files: files.length, heads, last, areSignaturesChecked: publicKey !== undefined }
}

type Problem = 'unreadable' | 'unsigned' | 'journal' | 'audit'
type Problems = ReturnType<typeof createProblems>

function createProblems(file: string) {
  const first = new Map<Problem, Omit<Finding, 'kind'>>()
  const counts = new Map<Problem, number>()
  return {
    file,
    add(problem: Problem, describe: () => Omit<Finding, 'kind'>): void {
      counts.set(problem, (counts.get(problem) ?? 0) + 1)
      if (!first.has(problem)) first.set(problem, describe())
    },
    findings: (): readonly Finding[] =>
      [...first].map(([problem, finding]) => {
        const more = (counts.get(problem) ?? 0) - 1
        const others = more === 0 ? '' : ` (and ${more} more in ${file})`
        return { kind: 'recorded_head', ...finding, message: `${finding.message}${others}` }
      }),
  }
}

async function* readPages(path: string, problems: Problems): AsyncGenerator<readonly NumberedHead[]> {
  let page: NumberedHead[] = []
  let line = 0
  for await (const text of readHeadLines(path)) {
    line += 1
    const head = parseHeadLine(text)
    const row = line
    if (head === undefined)
      problems.add('unreadable', () => ({ table: problems.file, row, message: 'is not a head' }))
    else page.push({ line, head })
    if (page.length < pageLines) continue
    yield page
    page = []
  }
  yield page
}

function checkSignatures(
  page: readonly NumberedHead[],
  publicKey: KeyObject | undefined,
  { file, add }: Problems,
): void {
  if (publicKey === undefined) return
  const message = 'is not signed with the key of this installation'
  for (const { line, head } of page)
    if (!isSignedBy(publicKey, head)) add('unsigned', () => ({ table: file, row: line, message }))
}

async function comparePage(
  client: PoolClient,
  page: readonly NumberedHead[],
  { add }: Problems,
): Promise<void> {
  const batches = await readJournalHashes(
    client,
    page.map(({ head }) => head.journal.seq),
  )
  const entries = await readAuditHashes(
    client,
    page.map(({ head }) => head.audit.position),
  )
  for (const { head } of page) {
    const { at, journal, audit } = head
    const batch = difference(journal.hash, hashAt(batches, journal.seq), at)
    if (batch !== undefined) add('journal', () => ({ seq: journal.seq, table: 'journal', ...batch }))
    const entry = difference(audit.hash, hashAt(entries, audit.position), at)
    if (entry !== undefined) add('audit', () => ({ table: 'audit_chain', row: audit.position, ...entry }))
  }
}

function hashAt(hashes: ReadonlyMap<number, string>, at: number): string | undefined {
  return at === 0 ? hashOfNothing : hashes.get(at)
}

/** Both chains start with it. */
const hashOfNothing = '0'.repeat(64)

function difference(expected: string, found: string | undefined, at: string) {
  if (found === expected) return undefined
  const why = 'the history was rewritten, or a backup was restored'
  const message =
    found === undefined ? `is missing, but was recorded at ${at}: ${why}` : `was another one at ${at}: ${why}`
  return { message, expected, found }
}
