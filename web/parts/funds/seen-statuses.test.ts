import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '#test/fast-check.ts'
import { createSeenStatuses } from '#web/parts/funds/seen-statuses.ts'

function createStored(text?: string) {
  let kept = text
  return {
    read: () => kept,
    write: (next: string | undefined) => {
      kept = next
    },
  }
}

const mine = { userId: 7, list: 'deposit' } as const

describe('the status of a record', () => {
  test('is no change when it is seen first, or again', () => {
    const seen = createSeenStatuses(createStored())
    assert.deepEqual(seen.see(mine, [{ id: 1, status: 0 }]), [])
    assert.deepEqual(seen.see(mine, [{ id: 1, status: 0 }]), [])
  })

  test('is told once when it has changed, in whichever tab', () => {
    const stored = createStored()
    const [one, other] = [createSeenStatuses(stored), createSeenStatuses(stored)]
    one.see(mine, [{ id: 1, status: 0 }])
    assert.deepEqual(other.see(mine, [{ id: 1, status: 1 }]), [{ id: 1, status: 1 }])
    assert.deepEqual(one.see(mine, [{ id: 1, status: 1 }]), [])
  })

  test('belongs to one user and one list', () => {
    const seen = createSeenStatuses(createStored())
    seen.see(mine, [{ id: 1, status: 0 }])
    assert.deepEqual(seen.see({ ...mine, userId: 8 }, [{ id: 1, status: 1 }]), [])
    assert.deepEqual(seen.see({ ...mine, list: 'withdrawal' }, [{ id: 1, status: 1 }]), [])
  })

  test('of the newest 200 records is kept', () => {
    const seen = createSeenStatuses(createStored())
    for (let id = 1; id <= 201; id += 1) seen.see(mine, [{ id, status: 0 }])
    assert.deepEqual(seen.see(mine, [{ id: 1, status: 1 }]), [])
    assert.deepEqual(seen.see(mine, [{ id: 201, status: 1 }]).length, 1)
  })

  test('survives any stored text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        assert.deepEqual(createSeenStatuses(createStored(text)).see(mine, [{ id: 1, status: 0 }]), [])
      }),
    )
  })
})
