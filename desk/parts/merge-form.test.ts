import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeForm } from '#desk/parts/merge-form.ts'

test('keeps the fields that were typed, and takes the newer value of the others', () => {
  const before = { name: 'Old', email: '', website: 'a' }
  const newer = { name: 'Newer', email: 'newer@example.com', website: 'a' }
  assert.deepEqual(mergeForm({ ...before, email: 'typed@example.com' }, before, newer), {
    ...{ name: 'Newer', email: 'typed@example.com', website: 'a' },
  })
  assert.deepEqual(mergeForm({ ...before, email: '', name: '' }, before, newer), { ...newer, name: '' })
})
