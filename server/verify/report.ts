import type { Book } from '#core/ledger/transfer.ts'
import { microsDecimals } from '#core/money/amounts.ts'
import type { Finding, FindingKind, Findings } from '#server/verify/findings.ts'
import type { Mark } from '#server/verify/journal-chain.ts'
import type { Tally } from '#server/verify/replay.ts'
import type { ReplayedState } from '#server/verify/replayed-state.ts'

/** What one book comes to. */
type BookTotals = {
  readonly accounts: number
  readonly cash: bigint
  readonly locked: bigint
  readonly standingOrders: number
  readonly endedOrders: number
  /** The house's side, by account. */
  readonly house: ReadonlyMap<string, bigint>
}

export type Report = {
  readonly findings: readonly Finding[]
  /** All of them, those that are not listed included. */
  readonly counts: ReadonlyMap<FindingKind, number>
  /** False where something could not be read, so that only the chain was looked at from there on. */
  readonly isWhole: boolean
  readonly last: Mark
  readonly tally: Tally
  readonly orders: number
  readonly transfers: number
  readonly movements: number
  readonly notices: number
  readonly outcomes: number
  readonly books: Readonly<Record<Book, BookTotals>>
  readonly elapsedMs: number
}

type Gone = Pick<Report, 'isWhole' | 'last' | 'tally' | 'notices' | 'outcomes' | 'elapsedMs'> & {
  readonly findings: Findings
  readonly state: ReplayedState
}

export function reportOf({ findings, state, ...gone }: Gone): Report {
  let movements = state.locked.size
  for (const { settledMovements } of state.accounts.values()) movements += settledMovements
  return {
    ...gone,
    findings: findings.first(),
    counts: findings.counts(),
    orders: state.nextOrderId - 1,
    transfers: state.nextTransferId - 1,
    movements,
    books: { real: totalsOf('real', state), demo: totalsOf('demo', state) },
  }
}

function totalsOf(ofBook: Book, { accounts, house }: ReplayedState): BookTotals {
  const totals = { accounts: 0, cash: 0n, locked: 0n, standingOrders: 0, endedOrders: 0 }
  for (const { book, cash, locked, slots, endedOrders } of accounts.values()) {
    if (book !== ofBook) continue
    totals.accounts += 1
    totals.cash += BigInt(cash)
    totals.locked += BigInt(locked)
    totals.standingOrders += slots.size
    totals.endedOrders += endedOrders
  }
  const prefix = `${ofBook} `
  const ours = [...house].filter(([name]) => name.startsWith(prefix))
  return { ...totals, house: new Map(ours.map(([name, sum]) => [name.slice(prefix.length), sum])) }
}

const kindWords: Readonly<Record<FindingKind, string>> = {
  journal: 'about the journal itself',
  decision: 'decided otherwise',
  law: 'against the laws of effects',
  missing_row: 'missing rows',
  extra_row: 'rows too many',
  other_row: 'columns that say something else',
  expectation: 'not as noted earlier',
}

/** What was gone through, what it comes to, and what was found. */
export function summaryOf(report: Report): readonly string[] {
  const { tally, last, books, orders, transfers, movements, notices, outcomes } = report
  const kinds = [...tally.commands].sort().map(([kind, times]) => `${kind} ${counted(times)}`)
  return [
    `batches      ${counted(tally.batches)}`,
    `commands     ${counted(tally.how.decided + tally.how.reapplied)}: ${kinds.join(', ')}`,
    `             ${counted(tally.how.decided)} decided again, ${counted(tally.how.reapplied)} of older rules applied as they stand`,
    `orders       ${counted(orders)}: ${counted(standing(books))} open or pending, ${counted(ended(books))} over`,
    `transfers    ${counted(transfers)}`,
    `movements    ${counted(movements)}`,
    `notices      ${counted(notices)}`,
    `outcomes     ${counted(outcomes)} kept under keys in the last day`,
    ...bookWords('real', books.real),
    ...bookWords('demo', books.demo),
    `last batch   ${last.seq}:${last.hash}`,
    ...(report.isWhole
      ? []
      : ['From the batch named below on, only the chain of hashes could be looked at.']),
    ...findingWords(report),
  ]
}

function standing({ real, demo }: Report['books']): number {
  return real.standingOrders + demo.standingOrders
}

function ended({ real, demo }: Report['books']): number {
  return real.endedOrders + demo.endedOrders
}

function bookWords(book: Book, { accounts, cash, locked, house }: BookTotals): readonly string[] {
  const sides = [...house].sort().map(([account, sum]) => `${account} ${moneyWords(sum)}`)
  return [
    `${book}         ${counted(accounts)} accounts, cash ${moneyWords(cash)}, locked ${moneyWords(locked)}`,
    `             the house: ${sides.length === 0 ? 'nothing' : sides.join(', ')}`,
  ]
}

function findingWords({ findings, counts, tally }: Report): readonly string[] {
  const total = [...counts.values()].reduce((sum, times) => sum + times, 0)
  if (total === 0 && tally.batches === 0)
    return ['The journal is empty, and so is everything that comes of it.']
  if (total === 0) return ['Nothing was found: every row is what the journal comes to.']
  const kinds = [...counts].map(([kind, times]) => `${counted(times)} ${kindWords[kind]}`)
  return [
    `FOUND        ${counted(total)}: ${kinds.join(', ')}`,
    ...findings.map((finding) => `  ${wordsOfFinding(finding)}`),
    ...(total > findings.length ? [`  and ${counted(total - findings.length)} more`] : []),
  ]
}

function counted(count: number): string {
  return count.toLocaleString('en')
}

const longest = 160
/** Columns that are amounts of money, whatever table they are of. */
const amounts =
  /(^|\.)(amount|cash|locked|margin|fee|profit|realised_?profit|balance|net_?value|used_?margin|needed)$/i

/** `batch 12, entry 3, user 7, orders 45, profit: …: expected 1.000000, found 2.000000`. */
function wordsOfFinding(finding: Finding): string {
  const { seq, entry, userId, table, row, column, sentence, expected, found } = finding
  const where = [
    seq === undefined ? '' : `batch ${seq}`,
    entry === undefined ? '' : `entry ${entry}`,
    userId === undefined ? '' : `user ${userId}`,
    table === undefined ? '' : `${table} ${row === undefined ? '' : plain(row)}`.trim(),
    column ?? '',
  ].filter((part) => part !== '')
  const values = [
    'expected' in finding && expected !== undefined ? `expected ${valueWords(expected, column)}` : '',
    'found' in finding && found !== undefined ? `found ${valueWords(found, column)}` : '',
  ].filter((part) => part !== '')
  return `${where.join(', ')}: ${sentence}${values.length === 0 ? '' : `: ${values.join(', ')}`}`
}

function valueWords(value: unknown, column = ''): string {
  const isAmount = amounts.test(column) && /^-?\d+$/.test(String(value))
  return isAmount ? moneyWords(BigInt(String(value))) : plain(value)
}

/** As JSON, so that nothing a row may hold can lead a terminal astray. */
function plain(value: unknown): string {
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' && /^[\w:. -]*$/.test(value) ? value : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** "12.500000", of any size: sums over everybody may be more than one amount can hold. */
function moneyWords(micros: bigint): string {
  const digits = String(micros < 0n ? -micros : micros).padStart(microsDecimals + 1, '0')
  const whole = digits.slice(0, -microsDecimals)
  return `${micros < 0n ? '-' : ''}${whole}.${digits.slice(-microsDecimals)}`
}
