import type { Market } from '#core/market/market.ts'
import { parsePrice } from '#core/money/amounts.ts'
import { readLines } from '#server/feed/replay/replay-file.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { StartFailure } from '#server/platform/start-failure.ts'

/** The rows of a replay as they come; what is no row is counted and left out. Empty lines are nothing at all. */
export async function* readRows(
  chunks: AsyncIterable<string>,
  markets: readonly Market[],
  skipped: SkippedRowLog,
): AsyncGenerator<ReplayRow> {
  const byCode = new Map(markets.map((market) => [market.code, market]))
  let lineNumber = 0
  for await (const line of readLines(chunks)) {
    lineNumber++
    if (lineNumber === 1) requireHeader(line)
    else if (line.trim() !== '') {
      const parsed = parseRow(line, byCode)
      if (parsed.ok) yield parsed.row
      else skipped.add(parsed.reason, parsed.code, lineNumber)
    }
  }
  if (lineNumber === 0) requireHeader('')
}

/** Spreadsheets put a mark of the encoding before the first letter. */
function requireHeader(line: string): void {
  if (line.replace(/^\uFEFF/, '').trim() === replayHeader) return
  throw new StartFailure(`The file that FEED names must begin with the line ${replayHeader}.`)
}

const replayHeader = 'code,time,bid,ask'

/** What happens to a market in a replay, and how many ms after its first row. */
export type ReplayRow = { readonly marketId: number; readonly atMs: number } & (
  | { readonly kind: 'tick'; readonly bid: number; readonly ask: number }
  | { readonly kind: 'closed' | 'stale' }
)

type SkipReason = 'unknown_code' | 'malformed'

type ParsedRow =
  | { readonly ok: true; readonly row: ReplayRow }
  | { readonly ok: false; readonly reason: SkipReason; readonly code: string }

const timeShape = /^\d{1,15}(\.\d{1,9})?$/

/** A price that is none is still a row: the check that every feed goes through counts and drops it. */
export function parseRow(line: string, markets: ReadonlyMap<string, Market>): ParsedRow {
  const fields = line.split(',').map((field) => field.trim())
  const [code = '', time = '', bid = '', ask = ''] = fields
  if (fields.length !== 4 || !timeShape.test(time)) return { ok: false, reason: 'malformed', code }
  const market = markets.get(code)
  if (market === undefined) return { ok: false, reason: 'unknown_code', code }
  const when = { marketId: market.id, atMs: Number(time) }
  if (bid === 'stale') return { ok: true, row: { ...when, kind: 'stale' } }
  if (bid === '' && ask === '') return { ok: true, row: { ...when, kind: 'closed' } }
  const steps = (text: string) => parsePriceSteps(text, market.pricePrecision)
  return { ok: true, row: { ...when, kind: 'tick', bid: steps(bid), ask: steps(ask) } }
}

const decimalShape = /^(\d{1,15})(?:\.(\d{1,30}))?$/

/** A decimal as a count of steps of this precision, rounded half to even; NaN for what is not a decimal. */
export function parsePriceSteps(text: string, precision: number): number {
  const [, whole = '', fraction = ''] = decimalShape.exec(text) ?? []
  const kept = parsePrice(`${whole}.${fraction.slice(0, precision).padEnd(1, '0')}`, precision)
  if (!kept.ok) return Number.NaN
  return kept.amount + (roundsUp(kept.amount, fraction.slice(precision)) ? 1 : 0)
}

/** Digits compare like the fractions they stand for. */
function roundsUp(steps: number, rest: string): boolean {
  const digits = rest.replace(/0+$/, '')
  return digits === '5' ? steps % 2 !== 0 : digits > '5'
}

type SkippedRowLog = {
  readonly add: (reason: SkipReason, code: string, lineNumber: number) => void
}

/** Enough to see what is wrong with a file; the rest is only counted. */
const mostLogged = 20

/** Rows that say nothing to us. Each is counted; an unknown code is logged once, the others up to a bound. */
export function createSkippedRowLog(log: Log, metrics: Pick<Metrics, 'replayRowsSkipped'>): SkippedRowLog {
  const unknown = new Set<string>()
  let logged = 0
  return {
    add(reason, code, lineNumber) {
      metrics.replayRowsSkipped.inc({ reason })
      if (logged >= mostLogged || unknown.has(code)) return
      if (reason === 'unknown_code') unknown.add(code)
      logged++
      log.warn({ reason, code: code.slice(0, 20), lineNumber }, 'a row of the replay was skipped')
      if (logged === mostLogged) log.warn('more rows of the replay may be skipped; they are only counted')
    },
  }
}
