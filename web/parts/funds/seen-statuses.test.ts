import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '#test/fast-check.ts'
import { createSeenStatuses, type SeenItem } from '#web/parts/funds/seen-statuses.ts'

function createStored(text?: string) {
  let kept = text
  return {
    read: () => kept,
    write: (next: string | undefined) => {
      kept = next
    },
  }
}

const user = 7
const minute = 60_000
const item = (id: number, status: number, change: Partial<SeenItem> = {}): SeenItem => ({
  ...{ list: 'deposit', id, status, changedAtMs: 100 * minute },
  ...change,
})

describe('the status of a record', () => {
  test('is no news at the first visit, nor when it is seen again', () => {
    const seen = createSeenStatuses(createStored())
    assert.deepEqual(seen.see(user, [item(1, 1), item(2, 2)]), [])
    assert.deepEqual(seen.see(user, [item(1, 1), item(2, 2)]), [])
  })

  test('is told once when it has changed, in whichever tab', () => {
    const stored = createStored()
    const [one, other] = [createSeenStatuses(stored), createSeenStatuses(stored)]
    one.see(user, [item(1, 0)])
    assert.deepEqual(other.see(user, [item(1, 1)]), [item(1, 1)])
    assert.deepEqual(one.see(user, [item(1, 1)]), [])
    assert.deepEqual(createSeenStatuses(stored).see(user, [item(1, 1)]), [])
  })

  test('of a record that was added is told if it has changed since the last visit', () => {
    const seen = createSeenStatuses(createStored())
    seen.see(user, [item(1, 1)])
    const late = item(2, 1, { changedAtMs: 101 * minute })
    // Committed after a newer change was read.
    const delayed = item(3, 1, { changedAtMs: 100 * minute + 1 })
    const old = item(4, 1, { changedAtMs: 99 * minute })
    assert.deepEqual(seen.see(user, [item(1, 1), late, old]), [late])
    assert.deepEqual(seen.see(user, [item(1, 1), late, old, delayed]), [delayed])
    assert.deepEqual(seen.see(user, [item(1, 1), late, old, delayed]), [])
  })

  test('of the first record ever is told if the user had none at the last visit', () => {
    const seen = createSeenStatuses(createStored())
    assert.deepEqual(seen.see(user, []), [])
    assert.deepEqual(seen.see(user, [item(1, 1)]), [item(1, 1)])
  })

  test('belongs to one user and one list', () => {
    const seen = createSeenStatuses(createStored())
    seen.see(user, [item(1, 0)])
    assert.deepEqual(seen.see(8, [item(1, 1)]), [])
    const other = item(1, 1, { list: 'withdrawal', changedAtMs: 1 })
    assert.deepEqual(seen.see(user, [other]), [])
  })

  test('of the newest 600 records is kept', () => {
    const stored = createStored()
    const seen = createSeenStatuses(stored)
    for (let id = 1; id <= 700; id += 1) seen.see(user, [item(id, 0)])
    assert.ok((stored.read() ?? '').length < 60_000)
    const old = item(1, 1, { changedAtMs: 1 })
    assert.deepEqual(seen.see(user, [old]), [])
    assert.equal(seen.see(user, [item(700, 1)]).length, 1)
  })

  test('survives any stored text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const stored = createStored(text)
        createSeenStatuses(stored).see(user, [item(1, 0)])
        assert.deepEqual(createSeenStatuses(stored).see(user, [item(1, 1)]), [item(1, 1)])
      }),
    )
  })
})
