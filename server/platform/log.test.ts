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

test('an error is logged with type, message, code and stack, but without the row of a database error', () => {
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

test('secret fields are redacted on three levels', () => {
  const entry = logged({
    token: 'a',
    call: { password: 'b', auth_code: 'c' },
    deep: { er: { sms_code: 'd' } },
  })
  assert.doesNotMatch(JSON.stringify(entry), /"[abcd]"/)
})

test('a thrown value that is not an Error is logged unchanged', () => {
  assert.equal(logged({ fault: 'words' })['fault'], 'words')
})
