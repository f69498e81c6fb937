import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadInviteCode } from '#web/stores/invite-code.ts'

function stored(first?: string) {
  let text = first
  return {
    read: () => text,
    write(next: string | undefined) {
      text = next
    },
  }
}

describe('the invitation somebody came with', () => {
  const table: readonly (readonly [string, string, string | undefined, string])[] = [
    ['is in the address', 'invite_code=7KQ2M9RD', undefined, '7KQ2M9RD'],
    ['in the address counts more than an earlier one', 'invite_code=7KQ2M9RD', 'ABCDEFGH', '7KQ2M9RD'],
    ['survives a detour', 'from=%2Fuser', 'ABCDEFGH', 'ABCDEFGH'],
    ['that is empty is none', 'invite_code=%20', 'ABCDEFGH', 'ABCDEFGH'],
    ['may be missing', '', undefined, ''],
    ['is shown even when it cannot be one', 'invite_code=short', undefined, 'short'],
    ['is cut at what can be sent', `invite_code=${'x'.repeat(500)}`, undefined, 'x'.repeat(64)],
  ]
  for (const [name, search, before, expected] of table) {
    test(name, () => {
      const text = stored(before)
      assert.equal(loadInviteCode(text, search), expected)
      assert.equal(loadInviteCode(text, ''), expected)
    })
  }
})
