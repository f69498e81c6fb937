import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  close,
  createFakeBrowser,
  place,
  type RequestResult,
  settle,
} from '#test/web/trade-actions-harness.ts'
import type { ActionState } from '#web/trade-actions/action-state.ts'
import { actionKeyPrefix } from '#web/trade-actions/storage-keys.ts'
import { maxStoredMs, outcomeRetentionMs } from '#web/trade-actions/trade-actions.ts'

describe('polling an outcome', () => {
  test('starts 5 s after sending at the earliest, also on request and after a reconnect', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.actionResults.push('request_lost')
    void tab.actions.submit(place)
    for (let second = 0; second < 5; second += 1) {
      tab.wake()
      tab.actions.checkOutcomes()
      await browser.wait(999)
    }
    assert.equal(browser.lookups().length, 0)
    await browser.wait(5)
    assert.equal(browser.lookups().length, 1)
  })

  test('is not delayed by a clock set back', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.actionResults.push('request_lost')
    void tab.actions.submit(place)
    await settle()
    tab.device.aheadMs = -3_600_000
    tab.wake()
    await browser.wait(5_000)
    assert.equal(browser.lookups().length, 1)
  })

  test('waits longer after each failure, and polls at once after a reconnect', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.actionResults.push('request_lost')
    browser.outcomeResults.push(...Array.from({ length: 20 }, (): RequestResult => 'request_lost'))
    void tab.actions.submit(place)
    await browser.wait(60_000, 100)
    const times = browser.lookups().map(({ atMs }) => atMs)
    const waits = times.slice(1).map((at, index) => at - (times[index] ?? 0))
    assert.deepEqual(waits.slice(0, 6), [1_500, 2_000, 3_000, 5_000, 8_000, 8_000])
    const state = tab.state()
    assert.ok(state.kind === 'unconfirmed' && !state.isReachable)
    browser.outcomeResults.length = 0
    tab.wake()
    await browser.wait(1)
    assert.equal(tab.kind(), 'never')
  })

  test('reports a busy server as reachable', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.actionResults.push('request_lost')
    browser.outcomeResults.push('request_lost', 'busy')
    void tab.actions.submit(place)
    await browser.wait(6_000)
    assert.ok(isUnconfirmed(tab.state(), false))
    await browser.wait(1_000)
    assert.ok(isUnconfirmed(tab.state(), true))
  })

  test('burns the key, so that a request arriving later is not executed', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.actionResults.push('arrives_late')
    void tab.actions.submit(place)
    await browser.wait(120_000, 5_000)
    assert.deepEqual([tab.kind(), browser.done], ['never', []])
  })

  test('reports a refusal as the lost answer would have', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.actionResults.push('refused', 'refused_reply_lost')
    await tab.actions.submit(close)
    const first = tab.state(4)
    await tab.actions.submit(close)
    await browser.wait(6_000)
    const second = tab.state(4)
    assert.ok(first.kind === 'failed' && second.kind === 'failed')
    assert.deepEqual({ ...second.failure }, { ...first.failure })
    assert.equal(first.failure.kind === 'refused' && first.failure.reason, 'market_closed')
  })

  for (const [ageMs, kind] of [
    [outcomeRetentionMs - 60_000, 'never'],
    [outcomeRetentionMs + 60_000, 'expired'],
    [maxStoredMs + 60_000, 'idle'],
  ] as const)
    test(`${Math.round(ageMs / 3_600_000)} h after sending: ${kind}`, async () => {
      const browser = createFakeBrowser()
      const first = browser.openTab()
      browser.actionResults.push('request_lost')
      void first.actions.submit(place)
      await settle()
      first.close()
      browser.clock.advance(ageMs)
      const next = browser.openTab()
      await browser.wait(100)
      assert.equal(next.kind(), kind)
      assert.equal(browser.lookups().length, kind === 'never' ? 1 : 0)
    })
})

function isUnconfirmed(state: ActionState, isReachable: boolean): boolean {
  return state.kind === 'unconfirmed' && state.isReachable === isReachable
}

describe('after a reload', () => {
  for (const [result, end] of [
    ['reply_hangs', 'done'],
    ['request_hangs', 'never'],
  ] as const)
    test(`an action in flight is unconfirmed at once, then ${end}`, async () => {
      const browser = createFakeBrowser()
      const before = browser.openTab()
      browser.actionResults.push(result)
      void before.actions.submit(close)
      await browser.wait(1_000)
      before.close()
      const tab = browser.openTab()
      assert.equal(tab.kind(4), 'unconfirmed')
      await browser.wait(3_500)
      assert.equal(browser.lookups().length, 0)
      await browser.wait(1_000)
      assert.deepEqual([tab.kind(4), browser.actionsSent().length], [end, 1])
    })

  test('polls and shows an outcome again that was not dismissed', async () => {
    const browser = createFakeBrowser()
    const before = browser.openTab()
    browser.actionResults.push('reply_lost')
    await before.actions.submit(close)
    await browser.wait(6_000)
    assert.equal(before.kind(4), 'done')
    before.close()
    const tab = browser.openTab()
    await browser.wait(100)
    assert.equal(tab.kind(4), 'done')
    tab.actions.dismiss(4)
    assert.equal(browser.openTab().kind(4), 'idle')
  })

  test('polls the order an earlier version stored, removes it and never sends it', async () => {
    const browser = createFakeBrowser()
    const sentAtMs = browser.clock.now() - 3_600_000
    const old = { key: 'old-key-1', input: place.input, userId: 1, mark: 'another session', sentAtMs }
    const tab = browser.openTab(JSON.stringify(old))
    assert.equal(tab.legacy.read(), undefined)
    await browser.wait(100)
    assert.deepEqual(
      [tab.kind(), browser.lookups()[0]?.key, browser.actionsSent().length],
      ['never', 'old-key-1', 0],
    )
  })

  test('removes stored text that is no action', () => {
    const browser = createFakeBrowser()
    for (const text of [
      '',
      '{',
      '[]',
      '{"key":"x"}',
      JSON.stringify({ key: 'action-key-9', act: { kind: 'x' } }),
    ])
      browser.storage[`${actionKeyPrefix}action-key-9${text.length}`] = text
    const tab = browser.openTab()
    assert.deepEqual([tab.actions.getSnapshot().entries, browser.storedCount()], [[], 0])
  })
})
