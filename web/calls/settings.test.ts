import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { basicInfo, defaultSetting } from '#contract/calls/settings.ts'
import { callerTo, envelope, failureOf, hangUp, startTestServer } from '#test/fakes/call-server.ts'
import { readBasicInfo, readSetting } from '#web/calls/settings.ts'

describe('base settings', () => {
  test('reads the base settings at the path of the contract', async (context) => {
    const settings = {
      service_link: '',
      service_link_type: 1,
      verify_reg_type: 1,
      trade_fee_type: 1,
      simulated_prices: 1,
      real_trades: 1,
    }
    const server = await startTestServer(context, envelope(1, '', settings))
    const { call } = callerTo(server.origin)
    assert.deepEqual(await readBasicInfo(call), settings)
    assert.equal(server.received[0]?.path, basicInfo.path)
    assert.equal(server.received[0]?.verb, basicInfo.verb)
  })
})

describe('public settings', () => {
  test('reads a setting by its key at the path of the contract', async (context) => {
    const server = await startTestServer(context, envelope(1, '', 1))
    const { call } = callerTo(server.origin)
    assert.equal(await readSetting(call, 'is_show_mobile'), 1)
    assert.equal(server.received[0]?.path, defaultSetting.path)
    assert.equal(server.received[0]?.verb, defaultSetting.verb)
    assert.equal(server.received[0]?.query.get('key'), 'is_show_mobile')
  })

  test('shows no toast for a setting that cannot be read', async (context) => {
    const server = await startTestServer(context, hangUp)
    const { call, toasts } = callerTo(server.origin)
    await failureOf(readSetting(call, 'is_show_mobile'))
    assert.deepEqual(toasts, [])
  })
})
