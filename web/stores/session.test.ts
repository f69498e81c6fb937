import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSession } from '#web/stores/session.ts'
import { storedText, type TextStorage } from '#web/stores/stored-text.ts'

function memoryStorage(): TextStorage {
  const kept = new Map<string, string>()
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name),
  }
}

describe('the session', () => {
  test('is stored until it ends', () => {
    const storage = memoryStorage()
    createSession(storedText(storage, 'session')).start('token')
    const again = createSession(storedText(storage, 'session'))
    assert.equal(again.getSnapshot(), 'token')
    again.end()
    assert.equal(createSession(storedText(storage, 'session')).getSnapshot(), undefined)
  })

  test('notifies listeners, also of changes by another tab', () => {
    const storage = memoryStorage()
    const here = createSession(storedText(storage, 'session'))
    const seen: (string | undefined)[] = []
    here.subscribe(() => seen.push(here.getSnapshot()))
    here.start('mine')
    const elsewhere = createSession(storedText(storage, 'session'))
    elsewhere.end()
    here.reread()
    elsewhere.start('theirs')
    here.reread()
    here.reread()
    assert.deepEqual(seen, ['mine', undefined, 'theirs'])
  })
})

describe('stored text', () => {
  const forbidden: TextStorage = {
    getItem: () => assert.fail('forbidden'),
    setItem: () => assert.fail('forbidden'),
    removeItem: () => assert.fail('forbidden'),
  }
  for (const [name, storage] of [
    ['forbidden', forbidden],
    ['missing', undefined],
  ] as const) {
    test(`lasts as long as the page if storage is ${name}`, () => {
      const text = storedText(storage, 'name')
      assert.equal(text.read(), undefined)
      text.write('kept')
      assert.equal(text.read(), 'kept')
      text.write(undefined)
      assert.equal(text.read(), undefined)
    })
  }
})
