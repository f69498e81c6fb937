import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Command } from '#core/decision/command.ts'
import { createFrozenAccounts } from '#server/engine/state/frozen-accounts.ts'
import { createMetrics } from '#server/platform/metrics.ts'

const silent = { error: () => undefined, warn: () => undefined, info: () => undefined }
const lift = {
  kind: 'lift_freeze',
  userId: 1,
  operatorId: 5,
  reason: 'checked',
  frozenAtMs: 7,
  isFrozen: false,
  frozenSinceMs: null,
} as const

function create() {
  const queued: Command[] = []
  const queue = (command: Command) => void queued.push(command)
  const frozen = createFrozenAccounts({ log: silent, metrics: createMetrics(), queue })
  const isFrozenIn = (command: Command) => {
    const refreshed = frozen.refresh(command)
    return 'isFrozen' in refreshed && refreshed.isFrozen
  }
  const frozenSince = () => {
    const refreshed = frozen.refresh(lift)
    return refreshed.kind === 'lift_freeze' ? refreshed.frozenSinceMs : undefined
  }
  return { frozen, queued, isFrozenIn, frozenSince }
}

describe('frozen accounts', () => {
  test('are queued for storing once, however often they fail', () => {
    const { frozen, queued } = create()
    for (let count = 0; count < 3; count += 1) frozen.freeze(1, 'quote_failed', new Error('no price'))
    assert.deepEqual(queued, [
      {
        ...{ kind: 'freeze_account', userId: 1, cause: 'quote_failed' },
        ...{ detail: 'Error: no price', isFrozen: false },
      },
    ])
    assert.ok(frozen.has(1))
  })

  test('have an error text that journal and database store alike', () => {
    const { frozen, queued } = create()
    frozen.freeze(1, 'command_failed', `a\0b\ud800c ${'😀'.repeat(300)}`)
    const [command] = queued
    const detail = command?.kind === 'freeze_account' ? command.detail : ''
    assert.equal(detail.slice(0, 6), 'a b c ')
    assert.equal([...detail].length, 200)
    assert.ok(detail.isWellFormed())
  })

  test('stay frozen if their freeze was not written, until it is decided again', () => {
    const { frozen, queued, isFrozenIn, frozenSince } = create()
    frozen.freeze(1, 'not_stored', 'refused')
    const [freeze = assert.fail()] = queued
    assert.equal(isFrozenIn(freeze), false)
    assert.equal(frozenSince(), null)
    frozen.apply(freeze, 7)
    assert.equal(isFrozenIn(freeze), true)
    assert.equal(frozenSince(), 7)
    frozen.undo([1], [])
    assert.equal(frozenSince(), null)
    assert.ok(frozen.has(1))
    assert.equal(isFrozenIn(freeze), false)
  })

  test('are not frozen a second time if their lift was undone after they failed again', () => {
    const { frozen, queued, isFrozenIn, frozenSince } = create()
    frozen.load([{ userId: 1, atMs: 7 }])
    assert.equal(isFrozenIn(lift), true)
    frozen.apply(lift, 8)
    assert.ok(!frozen.has(1))
    frozen.freeze(1, 'quote_failed', 'again')
    assert.equal(frozenSince(), null)
    frozen.undo([1], [{ userId: 1, atMs: 7 }])
    const [freeze = assert.fail()] = queued
    assert.equal(isFrozenIn(freeze), true)
    assert.equal(frozenSince(), 7)
    assert.ok(frozen.has(1))
  })
})
