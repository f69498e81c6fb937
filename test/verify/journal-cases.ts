// Cases of a tampered journal, each with the finding it must cause.
import type { Command } from '#core/decision/command.ts'
import { micros } from '#core/money/amounts.ts'
import type { JournalEntry } from '#server/engine/engine.ts'
import type { Finding } from '#server/verify/findings.ts'
import type { Query } from '#test/verify/history.ts'
import { entriesOf, rehash, rewriteBatch, swapBatches } from '#test/verify/rewrite-journal.ts'

/** The required finding. If `alone` is true, it must be the only finding. */
export type Wanted = Partial<Finding> & { readonly alone: boolean }

export type Case = readonly [name: string, tamper: (query: Query) => Promise<Wanted>]

export const journalCases: readonly Case[] = [
  [
    'a flipped bit in the packed entries',
    async (query) => {
      await query(
        'update journal set packed = set_bit(packed, 8 * octet_length(packed) - 99, 1 - get_bit(packed, 8 * octet_length(packed) - 99)) where seq = 40',
      )
      return { kind: 'journal', seq: 40, table: 'journal', column: 'hash', alone: false }
    },
  ],
  [
    'a flipped bit in a hash',
    async (query) => {
      await query('update journal set hash = set_bit(hash, 9, 1 - get_bit(hash, 9)) where seq = 40')
      return { kind: 'journal', seq: 40, table: 'journal', column: 'hash', alone: true }
    },
  ],
  [
    'a batch that does not unpack, rehashed',
    async (query) => {
      await query(`update journal set packed = '\\x4f4c4a02' || 'no'::bytea where seq = 40`)
      await rehash(query)
      return { kind: 'journal', seq: 40, column: 'packed', alone: true }
    },
  ],
  [
    'an entry with an unknown command, rehashed',
    async (query) => {
      await rewriteBatch(query, 40, ([entry]) => [{ ...entry, command: { kind: 'rob', userId: 1 } }])
      await rehash(query)
      return { kind: 'journal', seq: 40, entry: 1, column: 'packed', alone: true }
    },
  ],
  [
    'an entry of valid form with impossible orders, rehashed',
    async (query) => {
      const seq = await batchOf(query, 'open_order')
      const emptied = (_: string, value: unknown) =>
        isPlaced(value) ? { ...value, terms: {}, placed: {} } : value
      await rewriteBatch(query, seq, (entries) => JSON.parse(JSON.stringify(entries, emptied)))
      await rehash(query)
      return { kind: 'decision', seq, entry: 1, column: 'orders.0.terms.quoteCurrency', alone: false }
    },
  ],
  [
    'an entry whose quotes come from another source, rehashed',
    async (query) => {
      const seq = await batchOf(query, 'open_order')
      await rewriteBatch(query, seq, (entries) => entries.map(fromAnotherSource))
      await rehash(query)
      return { kind: 'decision', seq, entry: 1, column: 'orders.0.placed.feed', alone: false }
    },
  ],
  [
    'an entry whose markets are not markets, rehashed',
    async (query) => {
      const seq = await batchOf(query, 'open_order')
      await rewriteBatch(query, seq, (entries) =>
        entries.map((entry) => ({
          ...entry,
          board: { ...entry.board, markets: { 1: 'x', 2: { quote: 'x' } } },
        })),
      )
      await rehash(query)
      return { kind: 'decision', seq, entry: 1, alone: false }
    },
  ],
  [
    'an entry of newer rules',
    async (query) => {
      await rewriteBatch(query, 40, (entries) => entries.map((entry) => ({ ...entry, rules: 1000 })))
      await rehash(query)
      return { kind: 'journal', seq: 40, entry: 1, column: 'packed', found: 1000, alone: true }
    },
  ],
  [
    'a missing batch',
    async (query) => {
      await query('delete from journal where seq = 40')
      return { kind: 'journal', seq: 40, message: 'is missing', alone: true }
    },
  ],
  [
    'a missing batch at the end',
    async (query) => {
      const [last] = await query(
        'delete from journal where seq = (select max(seq) from journal) returning seq',
      )
      return { kind: 'journal', table: 'engine_leases', seq: Number(last?.['seq']), alone: false }
    },
  ],
  [
    'an additional batch',
    async (query) => {
      const [more] =
        await query(`insert into journal select 0, seq + 1, epoch, at, packed, hash, root from journal
                                  where seq = (select max(seq) from journal) returning seq`)
      return { kind: 'extra_row', table: 'journal', row: Number(more?.['seq']), alone: true }
    },
  ],
  [
    'a decreasing epoch',
    async (query) => {
      await query('update journal set epoch = 0 where seq = 40')
      return { kind: 'journal', seq: 40, column: 'epoch', alone: true }
    },
  ],
  [
    'two swapped batches',
    async (query) => {
      await swapBatches(query, 40, 41)
      return { kind: 'journal', seq: 40, column: 'hash', alone: false }
    },
  ],
  [
    'two swapped batches, rehashed',
    async (query) => {
      await swapBatches(query, 40, 41)
      await rehash(query)
      // The first of the two batches assigns no ids, so the gap in the ids appears in the second.
      return { kind: 'invariant', seq: 41, entry: 1, alone: false }
    },
  ],
  [
    'another hash in the lease',
    async (query) => {
      await query('update engine_leases set last_hash = set_bit(last_hash, 0, 1 - get_bit(last_hash, 0))')
      return { kind: 'journal', table: 'engine_leases', column: 'last_hash', alone: true }
    },
  ],
  [
    'invented effects, rehashed',
    async (query) => {
      const seq = await batchOf(query, 'close_order')
      await rewriteBatch(query, seq, (entries) => entries.map((entry) => withProfit(entry, 1)))
      await rehash(query)
      return { kind: 'decision', seq, entry: 1, alone: false }
    },
  ],
  [
    'invented effects that claim older rules',
    async (query) => {
      const seq = await batchOf(query, 'close_order')
      await rewriteBatch(query, seq, (entries) =>
        entries.map((entry) => ({ ...withProfit(entry, 1), rules: 0 })),
      )
      await rehash(query)
      return { kind: 'invariant', seq, entry: 1, column: 'cash', alone: false }
    },
  ],
  [
    'older rules than in the batches before',
    async (query) => {
      const seq = await batchOf(query, 'close_order')
      await rewriteBatch(query, seq, (entries) => entries.map((entry) => ({ ...entry, rules: 1 })))
      await rehash(query)
      return { kind: 'invariant', seq, entry: 1, found: 1, alone: false }
    },
  ],
  [
    'a version of the rules that never existed',
    async (query) => {
      const seq = await batchOf(query, 'close_order')
      await rewriteBatch(query, seq, (entries) => entries.map((entry) => ({ ...entry, rules: 0 })))
      await rehash(query)
      return { kind: 'invariant', seq, entry: 1, found: 0, alone: true }
    },
  ],
  [
    'a withdrawal that is sent but was never requested',
    async (query) => {
      const seq = await batchOf(query, 'advance_withdrawal')
      const renamed = (entries: unknown) =>
        JSON.parse(JSON.stringify(entries).replaceAll(/"reference":"[^"]*"/g, '"reference":"made up"'))
      await rewriteBatch(query, seq, renamed)
      await rehash(query)
      return { kind: 'invariant', seq, entry: 1, table: 'movements', row: 'made up', alone: false }
    },
  ],
  [
    'a deposit that is credited twice',
    async (query) => {
      const seq = await batchOf(query, 'deposit')
      await rewriteBatch(query, seq, ([entry]) => [entry, entry])
      await rehash(query)
      return {
        kind: 'invariant',
        seq,
        entry: 2,
        table: 'movements',
        message: 'exists already',
        alone: false,
      }
    },
  ],
  [
    'a deposit whose second operator is the first, rehashed',
    async (query) => {
      const seq = await batchOf(query, 'deposit')
      await rewriteBatch(query, seq, (entries) => entries.map(byOneOperatorTwice))
      await rehash(query)
      return {
        kind: 'decision',
        seq,
        entry: 1,
        expected: 'refused: same_operator',
        found: 'decided',
        alone: false,
      }
    },
  ],
  [
    'a granted command recorded as refused',
    async (query) => {
      const seq = await batchOf(query, 'open_order')
      const refused = { kind: 'refused', reason: 'market_closed' }
      await rewriteBatch(query, seq, (entries) => entries.map((entry) => ({ ...entry, outcome: refused })))
      await rehash(query)
      return {
        kind: 'decision',
        seq,
        entry: 1,
        expected: 'decided',
        found: 'refused: market_closed',
        alone: false,
      }
    },
  ],
]

/** The first batch whose only entry is a granted command of this kind. */
export async function batchOf(query: Query, kind: Command['kind']): Promise<number> {
  for (const { seq, packed } of await query('select seq, packed from journal order by seq')) {
    const [entry, ...others] = entriesOf(packed)
    if (entry?.command.kind === kind && entry.outcome.kind === 'decided' && others.length === 0)
      return Number(seq)
  }
  throw new Error(`this day has no batch with a single ${kind}`)
}

function fromAnotherSource(entry: JournalEntry): JournalEntry {
  const renamed = Object.entries(entry.board.markets).map(([id, now]) => [
    id,
    now.quote === undefined ? now : { ...now, quote: { ...now.quote, source: 'other:9' } },
  ])
  return { ...entry, board: { ...entry.board, markets: Object.fromEntries(renamed) } }
}

/** The command, its movement and its transfers name the same operator twice. */
export function byOneOperatorTwice(entry: JournalEntry): JournalEntry {
  const { command, outcome } = entry
  if (command.kind !== 'deposit' || outcome.kind !== 'decided') return entry
  const { effects } = outcome
  const movement = effects.movement && { ...effects.movement, reviewerId: 1, approverId: 1 }
  const transfers = effects.transfers.map((one) => ({ ...one, operatorId: 1, secondOperatorId: 1 }))
  return {
    ...entry,
    command: { ...command, operatorId: 1, approverId: 1 },
    outcome: { kind: 'decided', effects: { ...effects, movement, transfers } },
  }
}

function isPlaced(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'placed' in value
}

/** Adds `more` to the cash in the effects of the entry. */
function withProfit(entry: JournalEntry, more: number): JournalEntry {
  if (entry.outcome.kind !== 'decided') return entry
  const { effects } = entry.outcome
  return {
    ...entry,
    outcome: { kind: 'decided', effects: { ...effects, cash: micros(effects.cash + more) } },
  }
}
