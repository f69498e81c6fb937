import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operatorKey } from '#desk/stores/kept-by-key.ts'
import { createTypedAnswers } from '#desk/stores/typed-answers.ts'
import { storedInMemory } from '#test/fakes/stored-in-memory.ts'

test('keeps answers for the next page, each for its operator and complaint, until they are removed', () => {
  const stored = storedInMemory()
  const typed = createTypedAnswers(stored)
  typed.set(operatorKey(1, 12), 'Mine')
  typed.set(operatorKey(2, 12), 'Theirs')
  typed.set(operatorKey(2, 12), undefined)
  assert.deepEqual(createTypedAnswers(stored).getSnapshot(), { '1:12': 'Mine' })
  typed.set(operatorKey(1, 12), undefined)
  assert.equal(stored.read(), undefined)
})

test('ignores what is not an answer in the storage', () => {
  const stored = storedInMemory('{"1:12":7,"1:13":"Text","1:14":null}')
  assert.deepEqual(createTypedAnswers(stored).getSnapshot(), { '1:13': 'Text' })
  assert.deepEqual(createTypedAnswers(storedInMemory('[')).getSnapshot(), {})
})
