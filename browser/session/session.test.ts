import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSession } from '#browser/session/session.ts'
import { storedInMemory } from '#test/fakes/stored-in-memory.ts'

describe('the session', () => {
  test('is stored until it ends', () => {
    const stored = storedInMemory()
    createSession(stored).start('token')
    const again = createSession(stored)
    assert.equal(again.getSnapshot(), 'token')
    again.end()
    assert.equal(createSession(stored).getSnapshot(), undefined)
  })

  test('notifies listeners, also of changes by another tab', () => {
    const stored = storedInMemory()
    const here = createSession(stored)
    const seen: (string | undefined)[] = []
    here.subscribe(() => seen.push(here.getSnapshot()))
    here.start('mine')
    const elsewhere = createSession(stored)
    elsewhere.end()
    here.reread()
    elsewhere.start('theirs')
    here.reread()
    here.reread()
    assert.deepEqual(seen, ['mine', undefined, 'theirs'])
  })
})
