import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isStorageShared } from '#web/screens/support/chat/shared-storage.ts'

const held = { token: 'session', thread: 'thread' }
const full = { 'openlot.session': 'session', 'openlot.support_thread': 'thread' }

function storageWith(texts: Readonly<Record<string, string>>, setItem: () => void = () => undefined) {
  return { getItem: (name: string) => texts[name] ?? null, setItem, removeItem: () => undefined }
}
const refuses = () => {
  throw new Error('QuotaExceededError')
}

describe('a storage shared with the frame', () => {
  const table = [
    ['session and thread of the page', storageWith(full), held, true],
    ['nothing, as the page', storageWith({}), { token: undefined, thread: undefined }, true],
    ['no session', storageWith({ 'openlot.support_thread': 'thread' }), held, false],
    ['another session', storageWith({ ...full, 'openlot.session': 'other' }), held, false],
    ['a session that the page has not', storageWith(full), { ...held, token: undefined }, false],
    ['no thread', storageWith({ 'openlot.session': 'session' }), held, false],
    ['no room for more', storageWith(full, refuses), held, false],
  ] as const
  for (const [name, storage, page, expected] of table)
    test(`that has ${name} -> ${expected}`, () => assert.equal(isStorageShared(storage, page), expected))

  test('that is missing or throws -> false', () => {
    const throwing = { ...storageWith({}), getItem: refuses }
    assert.deepEqual([isStorageShared(undefined, held), isStorageShared(throwing, held)], [false, false])
  })
})
