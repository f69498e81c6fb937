import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSetting } from '#contract/calls/settings.ts'
import { answeringServer, callerTo, envelope, failureOf, hangUp } from '#web/calls/answering-server.test.ts'
import { readSetting } from '#web/calls/read-setting.ts'

test('a setting is asked for by its key, at the path of the contract', async (context) => {
  const server = await answeringServer(context, envelope(1, '', 1))
  const { call } = callerTo(server.origin)
  assert.equal(await readSetting(call, 'is_show_mobile'), 1)
  assert.equal(server.seen[0]?.path, defaultSetting.path)
  assert.equal(server.seen[0]?.verb, defaultSetting.verb)
  assert.equal(server.seen[0]?.query.get('key'), 'is_show_mobile')
})

test('a setting that cannot be read says nothing', async (context) => {
  const server = await answeringServer(context, hangUp)
  const { call, toasts } = callerTo(server.origin)
  await failureOf(readSetting(call, 'is_show_mobile'))
  assert.deepEqual(toasts, [])
})
