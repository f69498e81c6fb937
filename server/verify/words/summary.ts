import type { Book } from '#core/ledger/transfer.ts'
import type { FindingKind } from '#server/verify/finding.ts'
import type { BookTotals, Report } from '#server/verify/report.ts'
import { wordsOfFinding } from '#server/verify/words/finding-words.ts'
import { moneyWords } from '#server/verify/words/money-words.ts'

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
