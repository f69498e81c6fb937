import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storedText, type TextStorage } from '#browser/storage/stored-text.ts'

function memoryStorage(): TextStorage {
  const entries = new Map<string, string>()
  return {
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, text) => void entries.set(name, text),
    removeItem: (name) => void entries.delete(name),
  }
}

const refuse = () => {
  throw new DOMException('denied', 'SecurityError')
}

test('reads a stored text again, until it is removed', () => {
  const storage = memoryStorage()
  const text = storedText(storage, 'a')
  assert.equal(text.read(), undefined)
  text.write('kept')
  assert.equal(storedText(storage, 'a').read(), 'kept')
  assert.equal(storedText(storage, 'b').read(), undefined)
  text.write(undefined)
  assert.equal(text.read(), undefined)
})

for (const [name, storage] of [
  ['missing', undefined],
  ['denied', { getItem: refuse, setItem: refuse, removeItem: refuse }],
  ['full', { ...memoryStorage(), setItem: refuse }],
] as const)
  test(`keeps the text until the page closes if the storage is ${name}`, () => {
    const text = storedText(storage, 'a')
    assert.equal(text.read(), undefined)
    text.write('kept')
    assert.equal(text.read(), 'kept')
    text.write(undefined)
    assert.equal(text.read(), undefined)
  })
