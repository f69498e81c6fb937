import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isWeakening, type WeakeningChange } from '#core/funds/weakening-change.ts'

const rows: readonly (readonly [WeakeningChange | undefined, string, string, boolean])[] = [
  [undefined, '1', '2', false],
  ['raising', '1', '2', true],
  ['raising', '2', '1', false],
  ['lowering', '2', '1', true],
  ['lowering', '1', '2', false],
  ['leaving_default', 'usual', 'other', true],
  ['leaving_default', 'other', 'usual', false],
  ['leaving_default', 'other', 'other', false],
  ['towards_on', 'off', 'auto', true],
  ['towards_on', 'auto', 'on', true],
  ['towards_on', 'on', 'auto', false],
  ['adding', '', 'https://a.example', true],
  ['adding', 'https://a.example', 'https://a.example, https://b.example', true],
  ['adding', 'https://a.example', 'https://a.example:8443', true],
  ['adding', 'https://a.example https://b.example', 'https://b.example,https://a.example', false],
  ['adding', 'https://a.example https://b.example', 'https://b.example', false],
  ['adding', 'https://a.example', '', false],
]

describe('a change of a setting that weakens a protection', () => {
  for (const [weakenedBy, from, to, weakens] of rows)
    test(`${weakenedBy ?? 'no protection'}: from "${from}" to "${to}" ${weakens ? 'weakens' : 'does not'}`, () => {
      assert.equal(isWeakening(weakenedBy, { from, to, usual: 'usual' }), weakens)
    })
})
