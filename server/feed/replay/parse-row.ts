import type { Market } from '#core/market/market.ts'
import { roundedSteps } from '#server/feed/replay/rounded-steps.ts'

export const replayHeader = 'code,time,bid,ask'

/** What happens to a market in a replay, and how many ms after its first row. */
export type ReplayRow = { readonly marketId: number; readonly atMs: number } & (
  | { readonly kind: 'tick'; readonly bid: number; readonly ask: number }
  | { readonly kind: 'closed' | 'stale' }
)

export type SkipReason = 'unknown_code' | 'malformed'

export type ParsedRow =
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
  const steps = (text: string) => roundedSteps(text, market.pricePrecision)
  return { ok: true, row: { ...when, kind: 'tick', bid: steps(bid), ask: steps(ask) } }
}
