import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Command } from '#core/decision/command.ts'
import { type CommandTraits, commandTraits } from '#server/engine/command-traits.ts'

// @ts-expect-error The table must not accept a kind without a row.
const _incomplete: Readonly<Record<Command['kind'] | 'new_kind', CommandTraits>> = commandTraits

const expected: Readonly<Record<keyof CommandTraits, readonly Command['kind'][]>> = {
  mayAddRisk: ['open_order', 'reverse_order', 'amend_order'],
  isTicket: ['open_order', 'amend_order'],
  worksWhenFrozen: ['burn_key', 'freeze_account', 'lift_freeze'],
  needsPrices: [
    ...(['open_account', 'open_order', 'close_order', 'close_many', 'reverse_order', 'amend_order'] as const),
    ...(['cancel_order', 'set_stops', 'reset_demo', 'deposit', 'request_withdrawal'] as const),
    ...(['finish_withdrawal', 'adjust', 'judge_tick'] as const),
  ],
}

for (const [trait, kinds] of Object.entries(expected))
  test(`${trait} holds for ${kinds.length} kinds of command`, () => {
    const found = Object.entries(commandTraits).filter(([, traits]) => traits[trait as keyof CommandTraits])
    assert.deepEqual(
      found.map(([kind]) => kind),
      kinds,
    )
  })
