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

describe('invite code', () => {
  const table: readonly (readonly [string, string, string | undefined, string])[] = [
    ['is read from the URL', 'invite_code=7KQ2M9RD', undefined, '7KQ2M9RD'],
    ['of the URL replaces a stored one', 'invite_code=7KQ2M9RD', 'ABCDEFGH', '7KQ2M9RD'],
    ['is the stored one without one in the URL', 'from=%2Fuser', 'ABCDEFGH', 'ABCDEFGH'],
    ['of the URL is ignored if blank', 'invite_code=%20', 'ABCDEFGH', 'ABCDEFGH'],
    ['is empty without any', '', undefined, ''],
    ['is returned even if it is no valid code', 'invite_code=short', undefined, 'short'],
    ['is cut to the maximum length', `invite_code=${'x'.repeat(500)}`, undefined, 'x'.repeat(64)],
  ]
  for (const [name, search, before, expected] of table) {
    test(name, () => {
      const text = stored(before)
      assert.equal(loadInviteCode(text, search), expected)
      assert.equal(loadInviteCode(text, ''), expected)
    })
  }
})
