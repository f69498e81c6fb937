import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readDetails } from '#desk/screens/audit/audit-details.ts'

const table = [
  ['{}', []],
  ['', []],
  ['{"factor":"totp"}', [{ name: 'factor', value: 'totp' }]],
  ['{"from":"0","to":"1"}', [{ name: '', value: '0', becomes: '1' }]],
  [
    '{"role":{"from":"viewer","to":"owner"},"reset":true}',
    [
      { name: 'role', value: 'viewer', becomes: 'owner' },
      { name: 'reset', value: true },
    ],
  ],
  [
    '{"user":7,"remark":null}',
    [
      { name: 'user', value: 7 },
      { name: 'remark', value: null },
    ],
  ],
  ['{"to":"eve@example.com"}', [{ name: 'to', value: 'eve@example.com' }]],
  [
    '{"ids":[1,2],"more":{"a":1}}',
    [
      { name: 'ids', value: '[1,2]' },
      { name: 'more', value: '{"a":1}' },
    ],
  ],
  ['not json', [{ name: '', value: 'not json' }]],
  ['[1]', [{ name: '', value: '[1]' }]],
] as const

describe('the details of an entry', () => {
  for (const [text, details] of table)
    test(text || 'none', () => assert.deepEqual(readDetails(text), details))
})
