import type { Book } from '#core/ledger/transfer.ts'
import { microsDecimals } from '#core/money/amounts.ts'
import type { AuditHead } from '#server/audit/audit.ts'
import type { JournalHead } from '#server/engine/engine.ts'
import type { ComparedHeads } from '#server/verify/compare-heads.ts'
import type { Finding, FindingKind, Findings } from '#server/verify/findings.ts'
import type { Tally } from '#server/verify/replay.ts'
import type { ReplayedState } from '#server/verify/replayed-state.ts'

/** Totals of the real or the demo book. */
type BookTotals = {
  readonly accounts: number
  readonly cash: bigint
  readonly locked: bigint
  readonly activeOrders: number
  readonly endedOrders: number
  /** House balances by ledger account. */
  readonly house: ReadonlyMap<string, bigint>
}

type ClockReport = {
  /** Number of corrections. */
  readonly corrections: number
  /** Number of seeds of the simulation. */
  readonly seeds: number
  /** A recorded time that is too far ahead of the system clock. */
  readonly recordedMs: number | undefined
}

export type Report = {
  readonly findings: readonly Finding[]
  /** Counts all findings, including those not listed. */
  readonly counts: ReadonlyMap<FindingKind, number>
  /** False if a batch was unreadable: from there on only the hash chain was checked. */
  readonly isComplete: boolean
  readonly last: JournalHead
  /** The last batch of the checkpoint that the verification started from. Nothing up to it was replayed. */
  readonly from: JournalHead | undefined
  readonly tally: Tally
  readonly orders: number
  readonly transfers: number
  readonly movements: number
  readonly notices: number
  readonly outcomes: number
  /** The last row of the audit log's chain. Position 0 if there is no entry. */
  readonly audit: AuditHead
  readonly heads: ComparedHeads
  readonly clock: ClockReport
  readonly books: Readonly<Record<Book, BookTotals>>
  readonly elapsedMs: number
}

type ReportParts = Pick<
  Report,
  | 'isComplete'
  | 'last'
  | 'from'
  | 'tally'
  | 'notices'
  | 'outcomes'
  | 'audit'
  | 'heads'
  | 'clock'
  | 'elapsedMs'
> & {
  readonly findings: Findings
  readonly state: ReplayedState
}

export function reportOf({ findings, state, ...parts }: ReportParts): Report {
  let movements = state.locked.size
  for (const { settledMovements } of state.accounts.values()) movements += settledMovements
  return {
    ...parts,
    findings: findings.first(),
    counts: findings.counts(),
    orders: state.nextOrderId - 1,
    transfers: state.nextTransferId - 1,
    movements,
    books: { real: totalsOf('real', state), demo: totalsOf('demo', state) },
  }
}

function totalsOf(ofBook: Book, { accounts, house }: ReplayedState): BookTotals {
  const totals = { accounts: 0, cash: 0n, locked: 0n, activeOrders: 0, endedOrders: 0 }
  for (const { book, cash, locked, slots, endedOrders } of accounts.values()) {
    if (book !== ofBook) continue
    totals.accounts += 1
    totals.cash += BigInt(cash)
    totals.locked += BigInt(locked)
    totals.activeOrders += slots.size
    totals.endedOrders += endedOrders
  }
  const prefix = `${ofBook} `
  const ours = [...house].filter(([name]) => name.startsWith(prefix))
  return { ...totals, house: new Map(ours.map(([name, sum]) => [name.slice(prefix.length), sum])) }
}

const kindLabels: Readonly<Record<FindingKind, string>> = {
  journal: 'journal errors',
  decision: 'differing decisions',
  invariant: 'violated invariants',
  missing_row: 'missing rows',
  extra_row: 'unexpected rows',
  other_row: 'differing columns',
  expectation: 'unmatched heads',
  checkpoint: 'unmatched checkpoints',
  audit: 'audit log errors',
  recorded_head: 'unmatched recorded heads',
}

/** Lines to print: counts, totals of both books, the last batch, and the findings. */
export function summaryOf(report: Report): readonly string[] {
  const { tally, last, books, orders, transfers, movements, notices, outcomes, audit, heads } = report
  const kinds = [...tally.commands].sort().map(([kind, times]) => `${kind} ${counted(times)}`)
  return [
    `batches      ${counted(tally.batches)}`,
    `commands     ${counted(tally.byMode.decided + tally.byMode.reapplied)}: ${kinds.join(', ')}`,
    `             ${counted(tally.byMode.decided)} decided again, ${counted(tally.byMode.reapplied)} of older rules re-applied`,
    `orders       ${counted(orders)}: ${counted(active(books))} open or pending, ${counted(ended(books))} ended`,
    `transfers    ${counted(transfers)}`,
    `movements    ${counted(movements)}`,
    `notices      ${counted(notices)}`,
    `outcomes     ${counted(outcomes)} stored for idempotency keys in the last day`,
    `audit log    ${counted(audit.position)} entries, last ${audit.position}:${audit.hash}`,
    ...clockLines(report.clock),
    ...headLines(heads),
    ...bookLines('real', books.real),
    ...bookLines('demo', books.demo),
    `last batch   ${last.seq}:${last.hash}`,
    ...uncheckedLines(report),
    ...(report.isComplete ? [] : ['From the batch named below on, only the hash chain was checked.']),
    ...findingLines(report),
  ]
}

function clockLines({ corrections, seeds, recordedMs }: ClockReport): readonly string[] {
  return [
    `clock        ${counted(corrections)} corrections, ${counted(seeds)} seeds of the simulation`,
    ...(recordedMs === undefined
      ? []
      : [
          `             Times are recorded until ${isoOf(recordedMs)}, too far ahead of the system clock. ` +
            'Outcomes that may have been deleted by then are not required.',
        ]),
  ]
}

function isoOf(timeMs: number): string {
  return new Date(timeMs).toISOString()
}

function headLines({ files, heads, last, areSignaturesChecked }: ComparedHeads): readonly string[] {
  if (files === 0) return ['heads        none: no file of recorded heads to compare with']
  const signatures = areSignaturesChecked
    ? 'with their signatures'
    : 'signatures not checked: the key is unknown'
  const newest = last === undefined ? '' : `, last of ${last}`
  return [`heads        ${counted(heads)} recorded, compared (${signatures})${newest}`]
}

/** Says what a verification from a checkpoint left out. */
function uncheckedLines({ from }: Report): readonly string[] {
  if (from === undefined) return []
  return [
    `checkpoint   ${from.seq}:${from.hash}`,
    `Not checked: batches up to ${from.seq} and the rows that only they wrote: transfers, ended orders, settled movements, notices and outcomes.`,
  ]
}

function active({ real, demo }: Report['books']): number {
  return real.activeOrders + demo.activeOrders
}

function ended({ real, demo }: Report['books']): number {
  return real.endedOrders + demo.endedOrders
}

function bookLines(book: Book, { accounts, cash, locked, house }: BookTotals): readonly string[] {
  const sides = [...house].sort().map(([account, sum]) => `${account} ${formatMoney(sum)}`)
  return [
    `${book}         ${counted(accounts)} accounts, cash ${formatMoney(cash)}, locked ${formatMoney(locked)}`,
    `             the house: ${sides.length === 0 ? 'nothing' : sides.join(', ')}`,
  ]
}

function findingLines({ findings, counts, tally, from }: Report): readonly string[] {
  const total = [...counts.values()].reduce((sum, times) => sum + times, 0)
  if (total === 0 && tally.batches === 0 && from === undefined)
    return ['The journal is empty, and so are the tables.']
  if (total === 0 && from !== undefined)
    return [
      `Nothing was found: every row agrees with the checkpoint and the journal after batch ${from.seq}.`,
    ]
  if (total === 0) return ['Nothing was found: every row agrees with the journal.']
  const kinds = [...counts].map(([kind, times]) => `${kindLabels[kind]}: ${counted(times)}`)
  return [
    `FOUND        ${counted(total)} (${kinds.join(', ')})`,
    ...findings.map((finding) => `  ${formatFinding(finding)}`),
    ...(total > findings.length ? [`  and ${counted(total - findings.length)} more`] : []),
  ]
}

function counted(count: number): string {
  return count.toLocaleString('en')
}

const maxValueLength = 160
/** Columns that hold money, in any table. */
const amounts =
  /(^|\.)(amount|cash|locked|margin|fee|profit|realised_?profit|balance|net_?value|used_?margin|needed)$/i

/** `batch 12, entry 3, user 7, orders 45, profit: …: expected 1.000000, found 2.000000`. */
function formatFinding(finding: Finding): string {
  const { seq, entry, userId, table, row, column, message, expected, found } = finding
  const where = [
    seq === undefined ? '' : `batch ${seq}`,
    entry === undefined ? '' : `entry ${entry}`,
    userId === undefined ? '' : `user ${userId}`,
    table === undefined ? '' : `${table} ${row === undefined ? '' : printable(row)}`.trim(),
    column ?? '',
  ].filter((part) => part !== '')
  const values = [
    'expected' in finding && expected !== undefined ? `expected ${formatValue(expected, column)}` : '',
    'found' in finding && found !== undefined ? `found ${formatValue(found, column)}` : '',
  ].filter((part) => part !== '')
  return `${where.join(', ')}: ${message}${values.length === 0 ? '' : `: ${values.join(', ')}`}`
}

function formatValue(value: unknown, column = ''): string {
  const isAmount = amounts.test(column) && /^-?\d+$/.test(String(value))
  return isAmount ? formatMoney(BigInt(String(value))) : printable(value)
}

/** Encodes unusual text as JSON, so that a row or a file cannot send control characters to the terminal. */
export function printable(value: unknown): string {
  if (typeof value === 'number') return String(value)
  const isOrdinary = typeof value === 'string' && /^[\w:. -]*$/.test(value)
  const text = isOrdinary ? value : String(JSON.stringify(value)).replace(invisible, escaped)
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text
}

/** JSON leaves these characters as they are, but a terminal may obey them. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`
}

/** Formats as "12.500000". A bigint, because totals may exceed the range of one amount. */
function formatMoney(micros: bigint): string {
  const digits = String(micros < 0n ? -micros : micros).padStart(microsDecimals + 1, '0')
  const whole = digits.slice(0, -microsDecimals)
  return `${micros < 0n ? '-' : ''}${whole}.${digits.slice(-microsDecimals)}`
}
