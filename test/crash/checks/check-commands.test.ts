import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Command } from '#core/decision/command.ts'
import type { Order } from '#core/order/order.ts'
import type { JournalEntry } from '#server/engine/journal/journal.ts'
import { checkCommands } from '#test/crash/checks/check-commands.ts'
import type { DatabaseState, OrderRow } from '#test/crash/checks/database-state.ts'

const timeMs = 20_000
const at = '2026-01-05T10:00:01.000Z'
const before = '2026-01-05T10:00:00.000Z'
const userId = 7
const known = { orderId: 1, wasKnown: true }
const terms = { marketId: 101, leverage: 100, lots: 10 }

type Changed = Partial<Record<keyof Order, unknown>>
const closed: Changed = { id: 1, side: 'buy', status: 'closed', endCause: 'user', ...terms }
const opened: Changed = { id: 2, side: 'sell', status: 'open', endCause: null, ...terms }
const cancelled: Changed = { ...closed, status: 'cancelled', endCause: 'amended' }
const placed: Changed = { ...opened, side: 'buy', status: 'pending', amendedFrom: 1 }

const row = { id: 1, amended_from: null, end_cause: 'user', placed_at: before, ended_at: at }
const fresh = { id: 2, amended_from: null, end_cause: null, placed_at: at, ended_at: null }
const rows = [row, fresh]
const amendedRows = [
  { ...row, end_cause: 'amended' },
  { ...fresh, amended_from: 1 },
]

const reversal: Command = { kind: 'reverse_order', userId, ...known, seen: null, deviation: 0 }
const change = { target: '1', lots: '0.1', stopLoss: null, takeProfit: null }
const amendment: Command = { kind: 'amend_order', userId, ...known, ...change }
const many: Command = { kind: 'close_many', userId, orders: [known, known] }
const close: Command = { kind: 'close_order', userId, ...known, lots: null }

function check(command: Command, changed: readonly Changed[], written: readonly Partial<OrderRow>[]): string {
  const entry = { timeMs, command, outcome: { kind: 'decided', effects: { orders: changed } } }
  const state = { orders: written } as unknown as DatabaseState
  return checkCommands(state, [entry as unknown as JournalEntry]).join('\n')
}

describe('the check of commands', () => {
  test('accepts a reversal, an amendment and a close of several orders', () => {
    assert.equal(check(reversal, [closed, opened], rows), '')
    assert.equal(check(amendment, [cancelled, placed], amendedRows), '')
    assert.equal(check(many, [closed], rows), '')
    assert.equal(check(many, [], rows), '')
  })

  const wrong: readonly (readonly [
    string,
    Command,
    readonly Changed[],
    readonly Partial<OrderRow>[],
    RegExp,
  ])[] = [
    ['a reversal that only closes', reversal, [closed], rows, /not one of a pair/],
    ['a reversal that only opens', reversal, [opened], rows, /not one of a pair/],
    ['a reversal to the same side', reversal, [closed, { ...opened, side: 'buy' }], rows, /not the reverse/],
    ['a reversal with other lots', reversal, [closed, { ...opened, lots: 9 }], rows, /not the reverse/],
    ['a reversal with a missing row', reversal, [closed, opened], [row], /one of the orders .* is missing/],
    [
      'a reversal in two writes',
      reversal,
      [closed, opened],
      [row, { ...fresh, placed_at: before }],
      /not written together/,
    ],
    [
      'an amendment that cancels by the user',
      amendment,
      [{ ...cancelled, endCause: 'user' }, placed],
      amendedRows,
      /does not replace/,
    ],
    [
      'an amendment without a reference to the old order',
      amendment,
      [cancelled, { ...placed, amendedFrom: null }],
      amendedRows,
      /does not replace/,
    ],
    [
      'an order amended without a successor',
      close,
      [closed],
      [{ ...row, end_cause: 'amended' }],
      /0 successors/,
    ],
    [
      'an order amended twice',
      close,
      [closed],
      [...amendedRows, { ...fresh, id: 3, amended_from: 1 }],
      /2 successors/,
    ],
    [
      'a successor of an order that was not amended',
      close,
      [closed],
      [row, { ...fresh, amended_from: 1 }],
      /not cancelled/,
    ],
    [
      'a close of several orders that closes another',
      many,
      [{ ...closed, id: 2 }],
      rows,
      /order 2 was changed/,
    ],
    ['a close of several orders that cancels', many, [cancelled], amendedRows, /order 1 was changed/],
  ]
  for (const [name, command, changed, written, words] of wrong) {
    test(`finds ${name}`, () => assert.match(check(command, changed, written), words))
  }

  test('finds a command carried out more than 10 s after it was seen', () => {
    const seenAt = (atMs: number | null) => ({ tapped: { seq: null, atMs } })
    assert.equal(check({ ...close, ...seenAt(10_000) }, [closed], rows), '')
    assert.match(check({ ...close, ...seenAt(9_999) }, [closed], rows), /done 10001 ms after/)
    assert.equal(check({ ...close, ...seenAt(null) }, [closed], rows), '')
    assert.match(check({ ...many, ...seenAt(0) }, [closed], rows), /done 20000 ms after/)
    assert.equal(check({ ...many, ...seenAt(0) }, [], rows), '')
    const stops = { kind: 'set_stops', userId, ...known, stopLoss: null, takeProfit: null } as const
    assert.equal(check({ ...stops, ...seenAt(0) }, [opened], rows), '')
  })
})
