import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadDemoId } from '#web/stores/demo-id.ts'

const made = 'a'.repeat(32)

describe('the key to the demo account', () => {
  const table: readonly (readonly [string, string | undefined, string])[] = [
    ['is made when there is none', undefined, made],
    ['is the one of an earlier visit', '0f'.repeat(16), '0f'.repeat(16)],
    ['is made anew when what is kept is no key', 'nonsense', made],
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
