import assert from 'node:assert/strict'
import { test } from 'node:test'
import { basicInfo } from '#contract/calls/settings.ts'
import { answeringServer, callerTo, envelope } from '#web/calls/answering-server.test.ts'
import { readBasicInfo } from '#web/calls/read-basic-info.ts'

test('the base settings are read at the path of the contract', async (context) => {
  const settings = {
    service_link: '',
    service_link_type: 1,
    verify_reg_type: 1,
    trade_fee_type: 1,
    simulated_prices: 1,
  }
  const server = await answeringServer(context, envelope(1, '', settings))
  const { call } = callerTo(server.origin)
  assert.deepEqual(await readBasicInfo(call), settings)
  assert.equal(server.seen[0]?.path, basicInfo.path)
  assert.equal(server.seen[0]?.verb, basicInfo.verb)
})
