import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '#test/fast-check.ts'
import {
  close,
  createFakeBrowser,
  place,
  type RequestResult,
  settle,
} from '#test/web/trade-actions-harness.ts'
import { type TradeAction, tradeActionPaths } from '#web/calls/trading.ts'
import type { ActionState } from '#web/trade-actions/action-state.ts'
import { doubleTapGuardMs } from '#web/trade-actions/double-tap-guard.ts'
import { actionKeyPrefix } from '#web/trade-actions/storage-keys.ts'
import { outcomeRetentionMs } from '#web/trade-actions/trade-actions.ts'

type Kind = ActionState['kind']

describe('placing an order', () => {
  /** State of the ticket at once, after 5 s and after 8 s, and the number of outcome lookups. */
  const table: readonly (readonly [
    RequestResult,
    atOnce: Kind,
    after5s: Kind,
    after8s: Kind,
    lookups: number,
  ])[] = [
    ['answered', 'done', 'done', 'done', 0],
    ['refused', 'failed', 'failed', 'failed', 0],
    ['refused_reply_lost', 'unconfirmed', 'failed', 'failed', 1],
    ['busy', 'failed', 'failed', 'failed', 0],
    ['rate_limited', 'idle', 'idle', 'idle', 0],
    ['request_lost', 'unconfirmed', 'never', 'never', 1],
    ['reply_lost', 'unconfirmed', 'done', 'done', 1],
    ['request_hangs', 'busy', 'unconfirmed', 'never', 1],
    ['reply_hangs', 'busy', 'unconfirmed', 'done', 1],
    ['arrives_late', 'busy', 'unconfirmed', 'never', 1],
    ['fault', 'unconfirmed', 'never', 'never', 1],
    ['executed_fault', 'unconfirmed', 'done', 'done', 1],
    ['not_json', 'unconfirmed', 'never', 'never', 1],
    ['executed_bad_gateway', 'unconfirmed', 'done', 'done', 1],
    ['outcome_unknown', 'unconfirmed', 'never', 'never', 1],
  ]
  const refreshes: readonly (readonly [RequestResult, string, readonly string[]])[] = [
    ['answered', 'waits for the pushed change', ['changed']],
    ['refused', 'fetches the orders only if they are outdated', ['refresh_if_outdated']],
    ['busy', 'fetches the orders only if they are outdated', ['refresh_if_outdated']],
    ['rate_limited', 'fetches the orders only if they are outdated', ['refresh_if_outdated']],
    ['reply_lost', 'fetches the orders again', ['refresh', 'refresh']],
    ['fault', 'fetches the orders again', ['refresh', 'refresh']],
  ]
  for (const [result, what, calls] of refreshes)
    test(`${result}: ${what}`, async () => {
      const browser = createFakeBrowser()
      const { actions } = browser.openTab()
      browser.actionResults.push(result)
      void actions.submit(place)
      await settle()
      browser.clock.advance(8_000)
      await settle()
      assert.deepEqual(browser.portfolioCalls, calls)
    })

  for (const [result, atOnce, after5s, after8s, lookups] of table)
    test(`${result}: ${atOnce}, ${after5s} after 5 s, ${after8s} after 8 s`, async () => {
      const browser = createFakeBrowser()
      const tab = browser.openTab()
      browser.actionResults.push(result)
      void tab.actions.submit(place)
      await settle()
      assert.equal(tab.kind(), atOnce)
      await browser.wait(5_000)
      assert.equal(tab.kind(), after5s)
      await browser.wait(3_000)
      assert.equal(tab.kind(), after8s)
      await browser.wait(60_000)
      assert.deepEqual([browser.actionsSent().length, browser.lookups().length], [1, lookups])
      assert.equal(browser.done.length, after8s === 'done' ? 1 : 0)
      assert.deepEqual(browser.executed, after8s === 'done' ? ['place'] : [])
    })

  test('answered 999: the next user sees no state of it', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.actionResults.push('session_over')
    void tab.actions.submit(place)
    await settle()
    assert.equal(tab.kind(), 'idle')
    assert.equal(browser.actionsSent().length, 1)
  })

  test('stores the order with the newest seen quote before sending both', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.actionResults.push('request_hangs')
    void tab.actions.submit(place)
    const [name = ''] = Object.keys(browser.storage)
    const { act, seenAtMs, sentAtMs, userId } = JSON.parse(browser.storage[name] ?? '')
    assert.equal(name, `${actionKeyPrefix}action-key-1`)
    assert.deepEqual(act.input, { ...place.input, seen_seq: 41, seen_at: seenAtMs })
    assert.deepEqual([seenAtMs, sentAtMs, userId], [browser.clock.now() - 300, browser.clock.now(), 1])
  })

  test('without a live connection: sends no seen quote and stores device time', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    tab.device.seen = undefined
    browser.actionResults.push('request_hangs')
    void tab.actions.submit(place)
    const [text = ''] = Object.values(browser.storage)
    const { act, seenAtMs } = JSON.parse(text)
    assert.deepEqual([act.input, seenAtMs], [place.input, browser.clock.now()])
  })

  test('removes the order from the storage after a definite answer', async () => {
    const browser = createFakeBrowser()
    void browser.openTab().actions.submit(place)
    await settle()
    assert.equal(browser.storedCount(), 0)
  })

  test('sends no second order while the first is unsettled', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.actionResults.push('request_hangs')
    void tab.actions.submit(place)
    assert.equal(await tab.actions.submit(place), undefined)
    await browser.wait(5_000)
    assert.equal(tab.kind(), 'unconfirmed')
    assert.equal(await tab.actions.submit(place), undefined)
    assert.equal(browser.actionsSent().length, 1)
    await browser.wait(2_000)
    assert.equal(tab.kind(), 'never')
    void tab.actions.submit(place)
    await settle()
    assert.deepEqual([tab.kind(), browser.actionsSent().length], ['done', 2])
  })
})

describe('actions on orders', () => {
  const actions: readonly TradeAction[] = [
    close,
    { kind: 'close', input: { id: 4, cont: '0.25' } },
    { kind: 'cancel', input: { id: 4 } },
    { kind: 'stops', input: { id: 4, stop_loss_price: '1.08' } },
    { kind: 'reverse', input: { id: 4 } },
    { kind: 'amend', input: { id: 4, target_price: '1.07', cont: '0.5' } },
    { kind: 'close_many', input: { ids: [4, 5] } },
    { kind: 'reset', input: {} },
  ]
  for (const action of actions) {
    const target = action.kind === 'close_many' ? 'many' : action.kind === 'reset' ? 'reset' : 4
    test(`${JSON.stringify(action)}: sends once and polls the outcome of a lost answer`, async () => {
      const browser = createFakeBrowser()
      const tab = browser.openTab()
      browser.actionResults.push('reply_lost')
      browser.outcomeResults.push('request_lost', 'busy', 'request_hangs')
      assert.equal(await tab.actions.submit(action), undefined)
      assert.equal(tab.kind(target), 'unconfirmed')
      await browser.wait(60_000)
      assert.equal(tab.kind(target), 'done')
      assert.deepEqual(
        browser.actionsSent().map(({ path }) => path),
        [tradeActionPaths[action.kind]],
      )
      assert.equal(browser.lookups().length, 4)
      tab.actions.dismiss(target)
      assert.deepEqual([tab.kind(target), browser.storedCount()], ['idle', 0])
    })
    test(`${JSON.stringify(action)}: resolves with the answer`, async () => {
      const browser = createFakeBrowser()
      const tab = browser.openTab()
      const done = await tab.actions.submit(action)
      assert.equal(done?.kind, action.kind)
      assert.deepEqual([tab.kind(target), browser.storedCount()], ['idle', 0])
    })
  }

  for (const result of ['answered', 'refused'] as const)
    test(`ignores a tap less than 0.4 s after an action was ${result}`, async () => {
      const browser = createFakeBrowser()
      const tab = browser.openTab()
      browser.actionResults.push(result)
      await tab.actions.submit(close)
      await browser.wait(doubleTapGuardMs - 1, 10)
      await tab.actions.submit(close)
      assert.equal(browser.actionsSent().length, 1)
      await browser.wait(1)
      await tab.actions.submit(close)
      assert.equal(browser.actionsSent().length, 2)
    })

  test('ignores a tap less than 0.4 s after an outcome became known', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.actionResults.push('request_lost')
    void tab.actions.submit(close)
    await browser.wait(5_000, 100)
    assert.equal(tab.kind(4), 'never')
    await tab.actions.submit(close)
    assert.equal(browser.actionsSent().length, 1)
    await browser.wait(doubleTapGuardMs)
    tab.actions.dismiss(4)
    await tab.actions.submit(close)
    assert.equal(browser.actionsSent().length, 2)
  })

  test('ignores a tap less than 0.4 s after an expired order was dismissed', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.actionResults.push('request_hangs')
    void tab.actions.submit(place)
    tab.device.aheadMs = outcomeRetentionMs + 1
    await browser.wait(6_000)
    assert.equal(tab.kind(), 'expired')
    tab.actions.dismiss('ticket')
    await tab.actions.submit(place)
    assert.equal(browser.actionsSent().length, 1)
    await browser.wait(doubleTapGuardMs)
    await tab.actions.submit(place)
    assert.equal(browser.actionsSent().length, 2)
  })

  test('sends an action of another kind within 0.4 s', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    await tab.actions.submit({
      kind: 'stops',
      input: { id: 4, stop_loss_price: '1.08', target_profit_price: '' },
    })
    await tab.actions.submit(close)
    assert.equal(browser.actionsSent().length, 2)
  })

  test('sends no seen quote with a cancellation', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.actionResults.push('request_hangs')
    void tab.actions.submit({ kind: 'cancel', input: { id: 4 } })
    const { act, seenAtMs } = JSON.parse(Object.values(browser.storage)[0] ?? '')
    assert.deepEqual(act.input, { id: 4 })
    assert.equal(seenAtMs, browser.clock.now() - 300)
  })

  test('allows one unsettled action per order, including a close of many', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.actionResults.push('reply_lost')
    await tab.actions.submit({ kind: 'close_many', input: { ids: [4, 5] } })
    assert.deepEqual([tab.kind('many'), tab.kind(4), tab.kind(6)], ['unconfirmed', 'unconfirmed', 'idle'])
    await tab.actions.submit(close)
    await tab.actions.submit({ kind: 'close', input: { id: 6 } })
    assert.equal(browser.actionsSent().length, 2)
  })

  test('revokes the expected end of an order when the outcome is never', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.actionResults.push('request_lost')
    await tab.actions.submit(close)
    assert.deepEqual(browser.expected, ['expect 4'])
    await browser.wait(6_000)
    assert.deepEqual([tab.kind(4), browser.expected], ['never', ['expect 4', 'revoke 4']])
  })

  test('dismisses a refusal when the screen that showed it closes', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    const unwatch = tab.actions.watch(4)
    browser.actionResults.push('refused')
    await tab.actions.submit(close)
    assert.deepEqual([tab.kind(4), tab.actions.getSnapshot().entries[0]?.isWatched], ['failed', true])
    unwatch()
    assert.equal(tab.kind(4), 'idle')
  })

  test('keeps an unconfirmed action when its screen closes', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    const unwatch = tab.actions.watch(4)
    browser.actionResults.push('request_lost')
    await tab.actions.submit(close)
    unwatch()
    const [entry] = tab.actions.getSnapshot().entries
    assert.deepEqual(
      [entry?.state.kind, entry?.isWatched, entry?.sent.market],
      ['unconfirmed', false, 'EUR/USD'],
    )
  })
})

test('for any sequence of events an action is sent once, executed at most once and shown with its true outcome', async () => {
  const result = fc.constantFrom<RequestResult>(
    ...([
      'answered',
      'refused',
      'request_lost',
      'reply_lost',
      'request_hangs',
      'reply_hangs',
      'arrives_late',
      'busy',
    ] as const),
    ...([
      'refused_reply_lost',
      'fault',
      'executed_fault',
      'outcome_unknown',
      'not_json',
      'executed_bad_gateway',
    ] as const),
  )
  const event = fc.constantFrom('wait', 'wake', 'reload', 'other', 'back', 'check', 'run')
  await fc.assert(
    fc.asyncProperty(
      result,
      fc.array(result, { maxLength: 4 }),
      fc.array(event, { maxLength: 8 }),
      async (first, later, events) => {
        const browser = createFakeBrowser()
        let tab = browser.openTab()
        let logins = 1
        browser.actionResults.push(first)
        browser.outcomeResults.push(...later)
        void tab.actions.submit(close)
        await settle()
        for (const one of events) {
          if (one === 'wait') await browser.wait(3_000, 1_000)
          if (one === 'wake') tab.wake()
          if (one === 'check') tab.actions.checkOutcomes()
          if (one === 'run' && tab.kind(4) === 'unconfirmed') void tab.actions.submit(close)
          if (one === 'other') tab.logIn('2-1')
          if (one === 'back') {
            logins += 1
            tab.logIn(`1-${logins}`)
          }
          if (one === 'reload') {
            tab.close()
            tab = browser.openTab()
          }
          await settle()
        }
        logins += 1
        tab.logIn(`1-${logins}`)
        await browser.wait(120_000, 2_000)
        assert.equal(browser.actionsSent().length, 1)
        assert.ok(browser.lookups().every(({ user }) => user === 1))
        const isDone = browser.done.length === 1
        const shown = tab.kind(4)
        // `idle`: the page had already shown a direct answer, so nothing is stored.
        if (shown !== 'idle') assert.equal(shown === 'done', isDone, shown)
        else assert.equal(browser.storedCount(), 0)
      },
    ),
    { numRuns: 150 },
  )
})
