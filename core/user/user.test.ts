import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inviteCodeFrom, inviteCodeLength, parseDemoId, parseInviteCode } from '#core/user/user.ts'
import { fc } from '#test/fast-check.ts'

describe('demo id', () => {
  const id = '0123456789abcdef0123456789abcdef'

  describe('a demo id', () => {
    it('is 32 hexadecimal characters, stored in lower case', () => {
      assert.equal(parseDemoId(id), id)
      assert.equal(parseDemoId(id.toUpperCase()), id)
    })

    for (const typed of [
      '',
      id.slice(1),
      `${id}0`,
      ` ${id}`,
      `${id}\n`,
      `${id.slice(1)}g`,
      `${id.slice(1)}\uff41`,
    ])
      it(`refuses ${JSON.stringify(typed)}`, () => assert.equal(parseDemoId(typed), undefined))
  })
})

describe('invite code', () => {
  const everyByte = Array.from({ length: 256 }, (_, byte) => byte)

  /** The character that a byte gives; undefined if the byte is skipped. */
  function letterOf(byte: number): string | undefined {
    return inviteCodeFrom(Array.from({ length: inviteCodeLength }, () => byte))?.[0]
  }

  describe('an invite code', () => {
    it('has eight unambiguous letters and digits', () => {
      const letters = new Set(everyByte.map(letterOf).filter((letter) => letter !== undefined))
      assert.equal([...letters].sort().join(''), '23456789ABCDEFGHJKMNPQRSTVWXYZ')
      assert.equal(inviteCodeFrom(everyByte)?.length, 8)
    })

    it('uses each character equally often', () => {
      const counts = new Map<string, number>()
      for (const letter of everyByte.map(letterOf))
        if (letter !== undefined) counts.set(letter, (counts.get(letter) ?? 0) + 1)
      assert.deepEqual([...new Set(counts.values())], [8])
    })

    it('is undefined with too few usable bytes', () => {
      assert.equal(inviteCodeFrom([1, 2, 3, 4, 5, 6, 7]), undefined)
      assert.equal(inviteCodeFrom([...everyByte].reverse().slice(0, 23)), undefined)
      assert.equal(inviteCodeFrom([...everyByte].reverse().slice(0, 24)), 'ZYXWVTSR')
    })

    it('parses back in either case and with outer spaces', () => {
      fc.assert(
        fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
          const code = inviteCodeFrom(bytes)
          fc.pre(code !== undefined)
          for (const typed of [code, code.toLowerCase(), ` ${code}\n`])
            assert.equal(parseInviteCode(typed), code)
        }),
      )
    })

    const none: Readonly<Record<string, string>> = {
      nothing: '',
      'seven of them': 'ABCDEFG',
      'nine of them': 'ABCDEFGHJ',
      'an O': 'ABCDEFGO',
      'a zero': 'ABCDEFG0',
      'an I': 'ABCDEFGI',
      'a one': 'ABCDEFG1',
      'an L': 'ABCDEFGL',
      'a U': 'ABCDEFGU',
      'a dash': 'ABCD-EFG',
      'a letter that becomes two in capitals': 'ABCDEF\u00df',
      'a long s': 'ABCDEFG\u017f',
    }
    for (const [why, typed] of Object.entries(none))
      it(`is refused with ${why}`, () => assert.equal(parseInviteCode(typed), undefined))
  })
})
