import type { Market } from '#core/market/market.ts'
import { parsePrice } from '#core/money/amounts.ts'
import { readLines } from '#server/feed/replay/replay-file.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { StartFailure } from '#server/platform/start-failure.ts'

const replayHeader = 'code,time,bid,ask'

/** An event of a market, `atMs` after the start of the replay. */
export type ReplayRow = { readonly marketId: number; readonly atMs: number } & (
  | { readonly kind: 'tick'; readonly bid: number; readonly ask: number }
  | { readonly kind: 'closed' | 'stale' }
)

/** Yields the rows of a CSV file. Invalid rows are counted and skipped; empty lines are ignored. */
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

/** Spreadsheets write a byte order mark before the header. */
function requireHeader(line: string): void {
  if (line.replace(/^\uFEFF/, '').trim() === replayHeader) return
  throw new StartFailure(`The file that FEED names must begin with the line ${replayHeader}.`)
}

type SkipReason = 'unknown_code' | 'malformed'

type ParsedRow =
  | { readonly ok: true; readonly row: ReplayRow }
  | { readonly ok: false; readonly reason: SkipReason; readonly code: string }

const timeShape = /^\d{1,15}(\.\d{1,9})?$/

/** A row with an invalid price is still a row: the tick filter counts and drops it. */
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

/** Converts a decimal to steps of this precision, rounded half to even; NaN if it is not a decimal. */
export function parsePriceSteps(text: string, precision: number): number {
  const [, whole = '', fraction = ''] = decimalShape.exec(text) ?? []
  const kept = parsePrice(`${whole}.${fraction.slice(0, precision).padEnd(1, '0')}`, precision)
  if (!kept.ok) return Number.NaN
  return kept.amount + (roundsUp(kept.amount, fraction.slice(precision)) ? 1 : 0)
}

/** Strings of digits after the point compare like the fractions they represent. */
function roundsUp(steps: number, rest: string): boolean {
  const digits = rest.replace(/0+$/, '')
  return digits === '5' ? steps % 2 !== 0 : digits > '5'
}

type SkippedRowLog = {
  readonly add: (reason: SkipReason, code: string, lineNumber: number) => void
}

const maxLogged = 20

/** Counts every skipped row and logs the first 20. An unknown code is logged once. */
export function createSkippedRowLog(log: Log, metrics: Pick<Metrics, 'replayRowsSkipped'>): SkippedRowLog {
  const unknown = new Set<string>()
  let logged = 0
  return {
    add(reason, code, lineNumber) {
      metrics.replayRowsSkipped.inc({ reason })
      if (logged >= maxLogged || unknown.has(code)) return
      if (reason === 'unknown_code') unknown.add(code)
      logged++
      log.warn({ reason, code: code.slice(0, 20), lineNumber }, 'skipped a row of the replay')
      if (logged === maxLogged) log.warn('further skipped rows of the replay are counted but not logged')
    },
  }
}
