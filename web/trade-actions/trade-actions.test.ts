import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type TradeAction, tradeActionPaths } from '#web/calls/trading.ts'
import type { ActionState } from '#web/trade-actions/action-state.ts'
import {
  close,
  createFakeBrowser,
  type Fate,
  place,
  settle,
} from '#web/trade-actions/browser-harness.test.ts'
import { actionKeyPrefix } from '#web/trade-actions/storage-keys.ts'
import {
  doubleTapGuardMs,
  maxStoredMs,
  maxUserWaitMs,
  outcomeRetentionMs,
} from '#web/trade-actions/trade-actions.ts'

type Kind = ActionState['kind']

const kept = (storage: Record<string, string>) =>
  Object.keys(storage).filter((name) => name.startsWith(actionKeyPrefix)).length

describe('one sending of an order', () => {
  /** What the ticket says at once, after 5 s, and after 8 s, and how often the outcome was asked for by then. */
  const table: readonly (readonly [Fate, atOnce: Kind, after5s: Kind, after8s: Kind, asks: number])[] = [
    ['answered', 'done', 'done', 'done', 0],
    ['refused', 'failed', 'failed', 'failed', 0],
    ['refused_after', 'unconfirmed', 'failed', 'failed', 1],
    ['busy', 'failed', 'failed', 'failed', 0],
    ['too_many', 'idle', 'idle', 'idle', 0],
    ['lost', 'unconfirmed', 'never', 'never', 1],
    ['lost_after', 'unconfirmed', 'done', 'done', 1],
    ['silent', 'busy', 'unconfirmed', 'never', 1],
    ['silent_after', 'busy', 'unconfirmed', 'done', 1],
    ['late', 'busy', 'unconfirmed', 'never', 1],
    ['fault', 'unconfirmed', 'never', 'never', 1],
    ['fault_after', 'unconfirmed', 'done', 'done', 1],
    ['garbage', 'unconfirmed', 'never', 'never', 1],
    ['bad_gateway_after', 'unconfirmed', 'done', 'done', 1],
    ['outcome_unknown', 'unconfirmed', 'never', 'never', 1],
  ]
  for (const [fate, atOnce, after5s, after8s, asks] of table)
    test(`${fate}: ${atOnce}, ${after5s} after 5 s, ${after8s} after 8 s`, async () => {
      const browser = createFakeBrowser()
      const tab = browser.openTab()
      browser.fates.push(fate)
      void tab.acts.submit(place)
      await settle()
      assert.equal(tab.kind(), atOnce)
      await browser.wait(5_000)
      assert.equal(tab.kind(), after5s)
      await browser.wait(3_000)
      assert.equal(tab.kind(), after8s)
      await browser.wait(60_000)
      assert.deepEqual([browser.actsSent().length, browser.asked().length], [1, asks])
      assert.equal(browser.done.length, after8s === 'done' ? 1 : 0)
    })

  test('a session that is over: nothing is said of it to the next user', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.fates.push('session_over')
    void tab.acts.submit(place)
    await settle()
    assert.equal(tab.kind(), 'idle')
    assert.equal(browser.actsSent().length, 1)
  })

  test('is kept before it is sent, with what the user had seen, and carries it', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.fates.push('silent')
    void tab.acts.submit(place)
    const [name = ''] = Object.keys(browser.storage)
    const { act, seenAtMs, sentAtMs, userId } = JSON.parse(browser.storage[name] ?? '')
    assert.equal(name, `${actionKeyPrefix}key-of-act-1`)
    assert.deepEqual(act.input, { ...place.input, seen_seq: 41, seen_at: seenAtMs })
    assert.deepEqual([seenAtMs, sentAtMs, userId], [browser.clock.now() - 300, browser.clock.now(), 1])
  })

  test('without a live connection it carries nothing seen, and the clock of the device is kept', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    tab.here.seen = undefined
    browser.fates.push('silent')
    void tab.acts.submit(place)
    const [text = ''] = Object.values(browser.storage)
    const { act, seenAtMs } = JSON.parse(text)
    assert.deepEqual([act.input, seenAtMs], [place.input, browser.clock.now()])
  })

  test('a definite answer is not kept any more', async () => {
    const browser = createFakeBrowser()
    void browser.openTab().acts.submit(place)
    await settle()
    assert.equal(kept(browser.storage), 0)
  })

  test('another order is not sent before the first is settled', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.fates.push('silent')
    void tab.acts.submit(place)
    assert.equal(await tab.acts.submit(place), undefined)
    await browser.wait(5_000)
    assert.equal(tab.kind(), 'unconfirmed')
    assert.equal(await tab.acts.submit(place), undefined)
    assert.equal(browser.actsSent().length, 1)
    await browser.wait(2_000)
    assert.equal(tab.kind(), 'never')
    void tab.acts.submit(place)
    await settle()
    assert.deepEqual([tab.kind(), browser.actsSent().length], ['done', 2])
  })
})

describe('acts on orders', () => {
  const acts: readonly TradeAction[] = [
    close,
    { kind: 'close', input: { id: 4, cont: '0.25' } },
    { kind: 'cancel', input: { id: 4 } },
    { kind: 'stops', input: { id: 4, stop_loss_price: '1.08' } },
    { kind: 'reverse', input: { id: 4 } },
    { kind: 'amend', input: { id: 4, target_price: '1.07', cont: '0.5' } },
    { kind: 'close_many', input: { ids: [4, 5] } },
    { kind: 'reset', input: {} },
  ]
  for (const act of acts) {
    const where = act.kind === 'close_many' ? 'many' : act.kind === 'reset' ? 'reset' : 4
    test(`${JSON.stringify(act)}: a lost answer is asked for, and the act is sent once`, async () => {
      const browser = createFakeBrowser()
      const tab = browser.openTab()
      browser.fates.push('lost_after')
      browser.outcomeFates.push('lost', 'busy', 'silent')
      assert.equal(await tab.acts.submit(act), undefined)
      assert.equal(tab.kind(where), 'unconfirmed')
      await browser.wait(60_000)
      assert.equal(tab.kind(where), 'done')
      assert.deepEqual(
        browser.actsSent().map(({ path }) => path),
        [tradeActionPaths[act.kind]],
      )
      assert.equal(browser.asked().length, 4)
      tab.acts.dismiss(where)
      assert.deepEqual([tab.kind(where), kept(browser.storage)], ['idle', 0])
    })
    test(`${JSON.stringify(act)}: the answer comes back to whoever sent it`, async () => {
      const browser = createFakeBrowser()
      const tab = browser.openTab()
      const done = await tab.acts.submit(act)
      assert.equal(done?.kind, act.kind)
      assert.deepEqual([tab.kind(where), kept(browser.storage)], ['idle', 0])
    })
  }

  for (const fate of ['answered', 'refused'] as const)
    test(`a press less than 0.4 s after one that was ${fate} sends nothing`, async () => {
      const browser = createFakeBrowser()
      const tab = browser.openTab()
      browser.fates.push(fate)
      await tab.acts.submit(close)
      await browser.wait(doubleTapGuardMs - 1, 10)
      await tab.acts.submit(close)
      assert.equal(browser.actsSent().length, 1)
      await browser.wait(1)
      await tab.acts.submit(close)
      assert.equal(browser.actsSent().length, 2)
    })

  test('a press less than 0.4 s after an outcome was told sends nothing', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.fates.push('lost')
    void tab.acts.submit(close)
    await browser.wait(5_000, 100)
    assert.equal(tab.kind(4), 'never')
    await tab.acts.submit(close)
    assert.equal(browser.actsSent().length, 1)
    await browser.wait(doubleTapGuardMs)
    tab.acts.dismiss(4)
    await tab.acts.submit(close)
    assert.equal(browser.actsSent().length, 2)
  })

  test('a press less than 0.4 s after an order that is too long ago was read sends nothing', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.fates.push('silent')
    void tab.acts.submit(place)
    tab.here.aheadMs = outcomeRetentionMs + 1
    await browser.wait(6_000)
    assert.equal(tab.kind(), 'expired')
    tab.acts.dismiss('ticket')
    await tab.acts.submit(place)
    assert.equal(browser.actsSent().length, 1)
    await browser.wait(doubleTapGuardMs)
    await tab.acts.submit(place)
    assert.equal(browser.actsSent().length, 2)
  })

  test('a press for something else less than 0.4 s after an act is sent', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    await tab.acts.submit({
      kind: 'stops',
      input: { id: 4, stop_loss_price: '1.08', target_profit_price: '' },
    })
    await tab.acts.submit(close)
    assert.equal(browser.actsSent().length, 2)
  })

  test('a cancellation carries nothing seen', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.fates.push('silent')
    void tab.acts.submit({ kind: 'cancel', input: { id: 4 } })
    const { act, seenAtMs } = JSON.parse(Object.values(browser.storage)[0] ?? '')
    assert.deepEqual(act.input, { id: 4 })
    assert.equal(seenAtMs, browser.clock.now() - 300)
  })

  test('one act at a time for each order, closing many of them included', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.fates.push('lost_after')
    await tab.acts.submit({ kind: 'close_many', input: { ids: [4, 5] } })
    assert.deepEqual([tab.kind('many'), tab.kind(4), tab.kind(6)], ['unconfirmed', 'unconfirmed', 'idle'])
    await tab.acts.submit(close)
    await tab.acts.submit({ kind: 'close', input: { id: 6 } })
    assert.equal(browser.actsSent().length, 2)
  })

  test('the end of an order is expected until the outcome says otherwise', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.fates.push('lost')
    await tab.acts.submit(close)
    assert.deepEqual(browser.expected, ['expect 4'])
    await browser.wait(6_000)
    assert.deepEqual([tab.kind(4), browser.expected], ['never', ['expect 4', 'take back 4']])
  })

  test('a refusal is forgotten with the screen that showed it', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    const leave = tab.acts.watch(4)
    browser.fates.push('refused')
    await tab.acts.submit(close)
    assert.deepEqual([tab.kind(4), tab.acts.getSnapshot().entries[0]?.isWatched], ['failed', true])
    leave()
    assert.equal(tab.kind(4), 'idle')
  })

  test('an unconfirmed act stays when its screen is left', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    const leave = tab.acts.watch(4)
    browser.fates.push('lost')
    await tab.acts.submit(close)
    leave()
    const [entry] = tab.acts.getSnapshot().entries
    assert.deepEqual(
      [entry?.state.kind, entry?.isWatched, entry?.sent.market],
      ['unconfirmed', false, 'EUR/USD'],
    )
  })
})

describe('asking for an outcome', () => {
  test('never earlier than 5 s after the sending, also by hand and when the line is back', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.fates.push('lost')
    void tab.acts.submit(place)
    for (let second = 0; second < 5; second += 1) {
      tab.wake()
      tab.acts.checkOutcomes()
      await browser.wait(999)
    }
    assert.equal(browser.asked().length, 0)
    await browser.wait(5)
    assert.equal(browser.asked().length, 1)
  })

  test('a clock that was set back delays no ask', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.fates.push('lost')
    void tab.acts.submit(place)
    await settle()
    tab.here.aheadMs = -3_600_000
    tab.wake()
    await browser.wait(5_000)
    assert.equal(browser.asked().length, 1)
  })

  test('with growing waits, and at once when the line is back', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.fates.push('lost')
    browser.outcomeFates.push(...Array.from({ length: 20 }, (): Fate => 'lost'))
    void tab.acts.submit(place)
    await browser.wait(60_000, 100)
    const times = browser.asked().map(({ atMs }) => atMs)
    const waits = times.slice(1).map((at, index) => at - (times[index] ?? 0))
    assert.deepEqual(waits.slice(0, 6), [1_500, 2_000, 3_000, 5_000, 8_000, 8_000])
    const state = tab.state()
    assert.ok(state.kind === 'unconfirmed' && !state.isReachable)
    browser.outcomeFates.length = 0
    tab.wake()
    await browser.wait(1)
    assert.equal(tab.kind(), 'never')
  })

  test('a server that is busy is there: the line is not said to be gone', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.fates.push('lost')
    browser.outcomeFates.push('lost', 'busy')
    void tab.acts.submit(place)
    await browser.wait(6_000)
    assert.ok(isUnconfirmed(tab.state(), false))
    await browser.wait(1_000)
    assert.ok(isUnconfirmed(tab.state(), true))
  })

  test('a key whose outcome was asked for is burned: a request that arrives later does nothing', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.fates.push('late')
    void tab.acts.submit(place)
    await browser.wait(120_000, 5_000)
    assert.deepEqual([tab.kind(), browser.done], ['never', []])
  })

  test('a refusal is told as the lost answer would have been', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.fates.push('refused', 'refused_after')
    await tab.acts.submit(close)
    const first = tab.state(4)
    await tab.acts.submit(close)
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
    test(`${Math.round(ageMs / 3_600_000)} h later: ${kind}`, async () => {
      const browser = createFakeBrowser()
      const first = browser.openTab()
      browser.fates.push('lost')
      void first.acts.submit(place)
      await settle()
      first.close()
      browser.clock.advance(ageMs)
      const next = browser.openTab()
      await browser.wait(100)
      assert.equal(next.kind(), kind)
      assert.equal(browser.asked().length, kind === 'never' ? 1 : 0)
    })
})

function isUnconfirmed(state: ActionState, hasLine: boolean): boolean {
  return state.kind === 'unconfirmed' && state.isReachable === hasLine
}

describe('after a reload or a restart', () => {
  for (const [fate, end] of [
    ['silent_after', 'done'],
    ['silent', 'never'],
  ] as const)
    test(`an act that was on its way is unconfirmed at once, and its outcome is ${end}`, async () => {
      const browser = createFakeBrowser()
      const before = browser.openTab()
      browser.fates.push(fate)
      void before.acts.submit(close)
      await browser.wait(1_000)
      before.close()
      const tab = browser.openTab()
      assert.equal(tab.kind(4), 'unconfirmed')
      await browser.wait(3_500)
      assert.equal(browser.asked().length, 0)
      await browser.wait(1_000)
      assert.deepEqual([tab.kind(4), browser.actsSent().length], [end, 1])
    })

  test('an outcome that was not told yet is asked for, and told, again', async () => {
    const browser = createFakeBrowser()
    const before = browser.openTab()
    browser.fates.push('lost_after')
    await before.acts.submit(close)
    await browser.wait(6_000)
    assert.equal(before.kind(4), 'done')
    before.close()
    const tab = browser.openTab()
    await browser.wait(100)
    assert.equal(tab.kind(4), 'done')
    tab.acts.dismiss(4)
    assert.equal(browser.openTab().kind(4), 'idle')
  })

  test('the order that an earlier version kept is asked for, never sent, and taken out', async () => {
    const browser = createFakeBrowser()
    const sentAtMs = browser.clock.now() - 3_600_000
    const old = { key: 'old-key-1', input: place.input, userId: 1, mark: 'another session', sentAtMs }
    const tab = browser.openTab(JSON.stringify(old))
    assert.equal(tab.legacy.read(), undefined)
    await browser.wait(100)
    assert.deepEqual(
      [tab.kind(), browser.asked()[0]?.key, browser.actsSent().length],
      ['never', 'old-key-1', 0],
    )
  })

  test('text that is no act is dropped', () => {
    const browser = createFakeBrowser()
    for (const text of [
      '',
      '{',
      '[]',
      '{"key":"x"}',
      JSON.stringify({ key: 'key-of-act-9', act: { kind: 'x' } }),
    ])
      browser.storage[`${actionKeyPrefix}key-of-act-9${text.length}`] = text
    const tab = browser.openTab()
    assert.deepEqual([tab.acts.getSnapshot().entries, kept(browser.storage)], [[], 0])
  })
})

describe('another user', () => {
  async function loseOne() {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.fates.push('lost_after')
    void tab.acts.submit(place)
    await settle()
    return { browser, tab }
  }

  test('is told nothing, and nothing is asked until the first one is back, in any session', async () => {
    const { browser, tab } = await loseOne()
    tab.leave()
    await browser.wait(60_000)
    tab.logIn('2-1')
    await browser.wait(60_000)
    assert.deepEqual([tab.kind(), browser.asked().length, kept(browser.storage)], ['idle', 0, 1])
    tab.logIn('1-2')
    await browser.wait(100)
    assert.deepEqual([tab.kind(), browser.asked().map(({ user }) => user)], ['done', [1]])
    assert.equal(browser.actsSent().length, 1)
  })

  test('may place an order meanwhile', async () => {
    const { browser, tab } = await loseOne()
    tab.logIn('2-1')
    void tab.acts.submit(place)
    await settle()
    assert.deepEqual([tab.kind(), browser.done.length], ['done', 2])
  })

  test('an answer that comes in the next session of the same user is told there', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    const running = tab.acts.submit(close)
    tab.logIn('1-2')
    await running
    assert.equal(tab.kind(4), 'unconfirmed')
    await browser.wait(6_000)
    assert.deepEqual([tab.kind(4), browser.done.length], ['done', 1])
  })

  test('an order waits until it is known who is logged in', async () => {
    const { browser, tab } = await loseOne()
    await tab.takeSession('1-2', 'waits')
    assert.equal(tab.acts.getSnapshot().isOwnerPending, true)
    void tab.acts.submit(place)
    await browser.wait(10_000)
    assert.deepEqual([browser.actsSent().length, browser.asked().length], [1, 0])
    await tab.know()
    await browser.wait(100)
    assert.deepEqual([tab.acts.getSnapshot().isOwnerPending, tab.kind()], [false, 'done'])
  })

  test('an answer that comes when another user is logged in is kept for the first one', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    const running = tab.acts.submit(place)
    tab.logIn('2-1')
    await running
    assert.deepEqual([tab.kind(), kept(browser.storage)], ['idle', 1])
    tab.logIn('1-2')
    await browser.wait(6_000)
    assert.equal(tab.kind(), 'done')
  })

  describe('an act of a user who is not known yet', () => {
    async function actUnknown(userInfo: 'fails' | 'waits') {
      const browser = createFakeBrowser()
      const tab = browser.openTab()
      await tab.takeSession('3-1', userInfo)
      browser.fates.push('lost_after')
      void tab.acts.submit(place)
      await settle()
      return { browser, tab, kept: () => JSON.parse(Object.values(browser.storage)[0] ?? '{}') }
    }

    test('is sent when the user is known, and is kept as theirs', async () => {
      const { browser, tab, kept } = await actUnknown('waits')
      assert.deepEqual([tab.kind(), browser.actsSent().length, kept().userId], ['busy', 0, null])
      await browser.wait(maxUserWaitMs - 500)
      await tab.know()
      assert.deepEqual([browser.actsSent().length, kept().userId], [1, 3])
      assert.equal(kept().sentAtMs, browser.actsSent()[0]?.atMs)
    })

    test('is sent after 1.5 s at the latest, with what the user had seen when they tapped', async () => {
      const { browser, tab, kept } = await actUnknown('waits')
      const { seenAtMs } = kept()
      await browser.wait(maxUserWaitMs)
      assert.deepEqual([browser.actsSent().length, kept().userId, kept().seenAtMs], [1, null, seenAtMs])
      await tab.know()
      assert.equal(kept().userId, 3)
    })

    test('is sent at once if the user cannot be fetched', async () => {
      const { browser } = await actUnknown('fails')
      assert.equal(browser.actsSent().length, 1)
    })

    test('is not sent any more if the user logs out meanwhile', async () => {
      const { browser, tab } = await actUnknown('waits')
      tab.leave()
      await browser.wait(10_000)
      assert.deepEqual([browser.actsSent().length, kept(browser.storage), tab.kind()], [0, 0, 'idle'])
    })

    test('is never taken for one of the next user', async () => {
      const { browser, tab, kept } = await actUnknown('fails')
      tab.logIn('2-1')
      await browser.wait(60_000)
      assert.deepEqual([kept().userId, tab.kind(), browser.asked().length], [null, 'idle', 0])
    })
  })
})

describe('two tabs', () => {
  test('a tab neither sends nor shows what another one is sending', async () => {
    const browser = createFakeBrowser()
    const [one, two] = [browser.openTab(), browser.openTab()]
    browser.fates.push('silent_after')
    void one.acts.submit(close)
    await browser.wait(4_000)
    assert.deepEqual([two.kind(4), browser.sent.length], ['idle', 1])
  })

  test('both tell the outcome, and reading it in one takes it from the other', async () => {
    const browser = createFakeBrowser()
    const [one, two] = [browser.openTab(), browser.openTab()]
    browser.fates.push('lost_after')
    void one.acts.submit(close)
    await browser.wait(8_000)
    assert.deepEqual([one.kind(4), two.kind(4), browser.actsSent().length], ['done', 'done', 1])
    one.acts.dismiss(4)
    assert.deepEqual([one.kind(4), two.kind(4)], ['idle', 'idle'])
  })

  test('two lost orders are told one after the other, each until it was read', async () => {
    const browser = createFakeBrowser()
    const [first, second] = [browser.openTab(), browser.openTab()]
    browser.fates.push('lost_after', 'lost')
    void first.acts.submit(place)
    void second.acts.submit(place)
    const leave = first.acts.watch('ticket')
    await browser.wait(10_000)
    const told = () => first.acts.getSnapshot().entries.map(({ state, isWatched }) => [state.kind, isWatched])
    assert.deepEqual(told(), [
      ['done', false],
      ['never', true],
    ])
    const read = first.state()
    first.acts.dismiss('ticket', read)
    first.acts.dismiss('ticket', read)
    assert.deepEqual(told(), [['done', true]])
    leave()
    assert.deepEqual([told(), kept(browser.storage)], [[], 0])
  })

  test('an end that is on the screen of one tab stays when it was read in the other', async () => {
    const browser = createFakeBrowser()
    const [one, two] = [browser.openTab(), browser.openTab()]
    browser.fates.push('lost_after')
    void one.acts.submit(close)
    const leave = one.acts.watch(4)
    await browser.wait(8_000)
    two.acts.dismiss(4)
    assert.deepEqual([one.kind(4), two.kind(4)], ['done', 'idle'])
    leave()
    assert.equal(one.kind(4), 'idle')
  })

  test('a tab stops asking when another one has told the outcome', async () => {
    const browser = createFakeBrowser()
    const [one, two] = [browser.openTab(), browser.openTab()]
    browser.fates.push('lost_after')
    void one.acts.submit(close)
    await browser.wait(5_500)
    one.acts.dismiss(4)
    await browser.wait(60_000)
    assert.deepEqual([two.kind(4), browser.asked().length], ['idle', 1])
  })

  test('a tab that is closed leaves its act to the other', async () => {
    const browser = createFakeBrowser()
    const [one, two] = [browser.openTab(), browser.openTab()]
    browser.fates.push('silent')
    void one.acts.submit(close)
    await browser.wait(1_000)
    one.close()
    await browser.wait(7_000)
    assert.deepEqual([two.kind(4), browser.actsSent().length], ['never', 1])
  })
})

test('whatever happens, an act is sent once, done at most once, and told as it is', async () => {
  const fate = fc.constantFrom<Fate>(
    ...(['answered', 'refused', 'lost', 'lost_after', 'silent', 'silent_after', 'late', 'busy'] as const),
    ...([
      'refused_after',
      'fault',
      'fault_after',
      'outcome_unknown',
      'garbage',
      'bad_gateway_after',
    ] as const),
  )
  const event = fc.constantFrom('wait', 'wake', 'reload', 'other', 'back', 'check', 'run')
  await fc.assert(
    fc.asyncProperty(
      fate,
      fc.array(fate, { maxLength: 4 }),
      fc.array(event, { maxLength: 8 }),
      async (first, later, events) => {
        const browser = createFakeBrowser()
        let tab = browser.openTab()
        let logins = 1
        browser.fates.push(first)
        browser.outcomeFates.push(...later)
        void tab.acts.submit(close)
        await settle()
        for (const one of events) {
          if (one === 'wait') await browser.wait(3_000, 1_000)
          if (one === 'wake') tab.wake()
          if (one === 'check') tab.acts.checkOutcomes()
          if (one === 'run' && tab.kind(4) === 'unconfirmed') void tab.acts.submit(close)
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
        assert.equal(browser.actsSent().length, 1)
        assert.ok(browser.asked().every(({ user }) => user === 1))
        const isDone = browser.done.length === 1
        const told = tab.kind(4)
        // A first answer was told to the page of its time, which is gone after a reload.
        if (told !== 'idle') assert.equal(told === 'done', isDone, told)
        else assert.equal(kept(browser.storage), 0)
      },
    ),
    { numRuns: 150 },
  )
})
