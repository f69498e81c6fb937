import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadDemoId } from '#web/stores/demo-id.ts'

const made = 'a'.repeat(32)

describe('demo id', () => {
  const table: readonly (readonly [string, string | undefined, string])[] = [
    ['is generated if none is stored', undefined, made],
    ['is the stored one', '0f'.repeat(16), '0f'.repeat(16)],
    ['is generated if the stored text is invalid', 'nonsense', made],
  ]
  for (const [name, before, expected] of table) {
    test(name, () => {
      let text = before
      const stored = {
        read: () => text,
        write(next: string | undefined) {
          text = next
        },
      }
      assert.equal(
        loadDemoId(stored, () => made),
        expected,
      )
      assert.equal(text, expected)
    })
  }
})
