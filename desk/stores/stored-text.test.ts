import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storedText } from '#desk/stores/stored-text.ts'

function memoryStorage() {
  const entries = new Map<string, string>()
  return {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, text: string) => void entries.set(name, text),
    removeItem: (name: string) => void entries.delete(name),
  }
}

test('reads a stored text again, until it is removed', () => {
  const storage = memoryStorage()
  const text = storedText(() => storage, 'a')
  assert.equal(text.read(), undefined)
  text.write('kept')
  assert.equal(storedText(() => storage, 'a').read(), 'kept')
  assert.equal(storedText(() => storage, 'b').read(), undefined)
  text.write(undefined)
  assert.equal(text.read(), undefined)
})

test('keeps the text in memory if the browser denies storage', () => {
  const refusing = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  const text = storedText(refusing, 'a')
  assert.equal(text.read(), undefined)
  text.write('kept')
  assert.equal(text.read(), 'kept')
  text.write(undefined)
  assert.equal(text.read(), undefined)
})

test('keeps the latest text in memory if the storage is full', () => {
  const storage = {
    ...memoryStorage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  const text = storedText(() => storage, 'a')
  text.write('kept')
  assert.equal(text.read(), 'kept')
})
