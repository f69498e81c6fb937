import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '#server/platform/log.ts'

function logged(fields: object): Record<string, unknown> {
  let line = ''
  createLog('info', {
    write: (text) => {
      line = text
    },
  }).error(fields, 'it failed')
  return JSON.parse(line)
}

test('a fault is logged with what, where and its code, and without the row a database tells of', () => {
  const detail = 'Failing row contains (ann@example.com, $argon2id$…).'
  const fault = Object.assign(new Error('violates a check'), {
    code: '23514',
    detail,
    where: 'secret',
    cause: detail,
  })
  const entry = logged({ fault })
  const { type, message, code, stack, ...rest } = entry['fault'] as Record<string, unknown>
  assert.deepEqual([type, message, code, rest], ['Error', 'violates a check', '23514', {}])
  assert.match(String(stack), /log\.test\.ts/)
  assert.ok(!JSON.stringify(entry).includes('ann@example.com'))
})

test('fields that may carry a secret are blanked wherever they stand', () => {
  const entry = logged({
    token: 'a',
    call: { password: 'b', auth_code: 'c' },
    deep: { er: { sms_code: 'd' } },
  })
  assert.doesNotMatch(JSON.stringify(entry), /"[abcd]"/)
})

test('what was thrown without being an error is logged as it is', () => {
  assert.equal(logged({ fault: 'words' })['fault'], 'words')
})
