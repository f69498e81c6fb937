import type { Finding } from '#server/verify/finding.ts'
import { moneyWords } from '#server/verify/words/money-words.ts'

const longest = 160
/** Columns that are amounts of money, whatever table they are of. */
const amounts =
  /(^|\.)(amount|cash|locked|margin|fee|profit|realised_?profit|balance|net_?value|used_?margin|needed)$/i

/** `batch 12, entry 3, user 7, orders 45, profit: …: expected 1.000000, found 2.000000`. */
export function wordsOfFinding(finding: Finding): string {
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
