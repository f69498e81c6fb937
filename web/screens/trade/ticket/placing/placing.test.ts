import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { untilKnownBounds } from '#web/calls/call-until-known.ts'
import { longestDoubtMs } from '#web/parts/act.ts'
import { createTab, type Fate, inputOf } from '#web/screens/trade/ticket/placing/placing-stage.test.ts'

type Tab = ReturnType<typeof createTab>

/** Lets everything happen that only needs time. */
async function pass(tab: Tab): Promise<void> {
  await tab.settle()
  for (let turn = 0; turn < 12 && tab.state().kind === 'sending'; turn += 1) {
    tab.wait(untilKnownBounds.tryMs)
    await tab.settle()
  }
}

const keysOf = (tab: Tab) => tab.sent.map(({ key }) => key)
const lostFive: readonly Fate[] = ['lost', 'lost', 'lost', 'lost', 'lost']

describe('an order that is sent', () => {
  test('is under way, then placed, and the account is fetched anew', async () => {
    const tab = createTab()
    tab.send()
    assert.deepEqual(tab.state(), { kind: 'sending', isInDoubt: false, input: inputOf() })
    await tab.settle()
    const state = tab.state()
    assert.ok(state.kind === 'placed' && state.order.lots === '0.01')
    assert.deepEqual([tab.refreshes(), tab.stored.read(), tab.toasts], [1, undefined, ['code 1']])
    tab.forget()
    assert.deepEqual(tab.state(), { kind: 'idle' })
  })

  test('is kept with its key before it leaves', () => {
    const tab = createTab()
    tab.send()
    assert.match(tab.stored.read() ?? '', /"key":"key-1".*"cont":"0.01"/)
    assert.doesNotMatch(tab.stored.read() ?? '', /1-1/)
  })

  test('is sent once, however often somebody taps', async () => {
    const tab = createTab()
    tab.send()
    tab.send()
    await tab.settle()
    assert.deepEqual(keysOf(tab), ['key-1'])
  })

  test('and refused is said by the ticket alone; another may be sent at once', async () => {
    const tab = createTab()
    tab.fates.push('refused')
    tab.send()
    await tab.settle()
    const state = tab.state()
    assert.ok(state.kind === 'refused' && state.failure.reason === 'market_closed')
    assert.deepEqual([tab.toasts, tab.stored.read()], [[], undefined])
    tab.send('0.02')
    await tab.settle()
    assert.deepEqual(keysOf(tab), ['key-1', 'key-2'])
  })

  for (const fate of ['too_many', 'session_over'] as const)
    test(`and was not placed for certain (${fate}) is said in a toast`, async () => {
      const tab = createTab()
      tab.fates.push(fate)
      tab.send()
      await pass(tab)
      assert.deepEqual([tab.state().kind, tab.toasts.length, tab.stored.read()], ['failed', 1, undefined])
    })

  test('needs somebody who is logged in', () => {
    const tab = createTab()
    tab.leave()
    tab.send()
    assert.deepEqual([tab.state().kind, tab.sent], ['idle', []])
  })
})

describe('an order in doubt', () => {
  test('is asked for again with its key, and says so meanwhile', async () => {
    const tab = createTab()
    tab.fates.push('lost_after')
    tab.send()
    await tab.settle()
    assert.deepEqual(tab.state(), { kind: 'sending', isInDoubt: true, input: inputOf() })
    await pass(tab)
    assert.equal(tab.state().kind, 'placed')
    assert.deepEqual([keysOf(tab), tab.placedConts], [['key-1', 'key-1'], ['0.01']])
  })

  test('that stays so is unknown, not forgotten, and holds back every other, without a toast', async () => {
    const tab = createTab()
    tab.fates.push(...lostFive)
    tab.send()
    await pass(tab)
    tab.forget()
    tab.send('0.02')
    assert.deepEqual([tab.state().kind, tab.sent.length, tab.toasts], ['unknown', 5, []])
  })

  for (const act of ['askAgain', 'reconnect', 'reload'] as const)
    test(`is asked for again on ${act}`, async () => {
      const tab = createTab()
      tab.fates.push('lost_after', 'lost', 'lost', 'lost', 'lost')
      tab.send()
      await pass(tab)
      tab[act]()
      assert.deepEqual(tab.state(), { kind: 'sending', isInDoubt: true, input: inputOf() })
      await tab.settle()
      assert.equal(tab.state().kind, 'placed')
      assert.deepEqual([new Set(keysOf(tab)), tab.placedConts], [new Set(['key-1']), ['0.01']])
    })

  test('by a reload in the middle is asked for at once', async () => {
    const tab = createTab()
    tab.fates.push('silent_after')
    tab.send()
    await tab.settle()
    tab.reload()
    await tab.settle()
    assert.equal(tab.state().kind, 'placed')
    assert.deepEqual([keysOf(tab), tab.placedConts], [['key-1', 'key-1'], ['0.01']])
  })

  for (const act of ['askAgain', 'reconnect', 'reload'] as const)
    test(`that is too old to be meant is not asked for on ${act}, which is said, and holds back every other until that was read`, async () => {
      const tab = createTab()
      tab.fates.push('lost_after', 'lost', 'lost', 'lost', 'lost')
      tab.send()
      await pass(tab)
      tab.wait(longestDoubtMs)
      tab[act]()
      const expired = { kind: 'expired', input: inputOf() }
      assert.deepEqual([tab.state(), tab.refreshes()], [expired, 1])
      tab.send('0.02')
      tab.forget()
      tab.askAgain()
      tab.reconnect()
      assert.deepEqual([tab.state(), tab.refreshes(), tab.sent.length], [expired, 1, 5])
      tab.reload()
      assert.deepEqual([tab.state(), tab.sent.length], [expired, 5])
      tab.acknowledge()
      assert.deepEqual([tab.state().kind, tab.stored.read()], ['idle', undefined])
      tab.send('0.02')
      await tab.settle()
      assert.deepEqual(tab.placedConts, ['0.01', '0.02'])
    })

  test('is not done with because somebody says that they have read it', async () => {
    const tab = createTab()
    tab.fates.push(...lostFive)
    tab.send()
    await pass(tab)
    tab.acknowledge()
    tab.send('0.02')
    assert.deepEqual([tab.state().kind, tab.sent.length], ['unknown', 5])
  })
})

describe('whose order it is', () => {
  async function inDoubt(isKnown = true): Promise<Tab> {
    const tab = createTab()
    if (isKnown) tab.know()
    tab.fates.push('lost_after', 'lost', 'lost', 'lost', 'lost')
    tab.send()
    await pass(tab)
    assert.equal(tab.state().kind, 'unknown')
    return tab
  }

  test('somebody else’s is dropped unsent, also after a reload', async () => {
    for (const isReloaded of [false, true]) {
      const tab = await inDoubt()
      tab.enter('2-1')
      if (isReloaded) tab.reload()
      assert.equal(tab.state().kind, 'waiting')
      tab.know()
      await pass(tab)
      assert.deepEqual([tab.state().kind, tab.stored.read(), tab.sent.length], ['idle', undefined, 5])
    }
  })

  test('that of somebody who left and came back is asked for as soon as it is known who that is', async () => {
    const tab = await inDoubt()
    tab.leave()
    assert.deepEqual(tab.state(), { kind: 'idle' })
    tab.enter('1-2')
    // As long as it is not known who that is nothing takes its place.
    tab.send('0.02')
    tab.forget()
    await tab.settle()
    assert.deepEqual([tab.state().kind, tab.sent.length], ['waiting', 5])
    tab.know()
    await tab.settle()
    assert.equal(tab.state().kind, 'placed')
    assert.deepEqual([new Set(keysOf(tab)), tab.placedConts], [new Set(['key-1']), ['0.01']])
  })

  for (const nobodyKnows of ['who sent it', 'who is here now'])
    test(`where nobody knows ${nobodyKnows}, that is said, and nothing takes its place`, async () => {
      const tab = await inDoubt(nobodyKnows !== 'who sent it')
      if (nobodyKnows === 'who sent it') tab.enter('1-2')
      else tab.enterUnknown('1-2')
      assert.equal(tab.state().kind, 'expired')
      tab.send('0.02')
      assert.equal(tab.sent.length, 5)
      tab.acknowledge()
      assert.deepEqual([tab.state().kind, tab.stored.read()], ['idle', undefined])
    })

  test('a session that ends in the middle leaves it in doubt', async () => {
    const tab = createTab()
    tab.know()
    tab.fates.push('lost_after', 'session_over')
    tab.send()
    await pass(tab)
    assert.notEqual(tab.stored.read(), undefined)
    tab.enter('1-2')
    tab.know()
    await tab.settle()
    assert.equal(tab.state().kind, 'placed')
    assert.deepEqual(tab.placedConts, ['0.01'])
  })

  test('nobody sees what became of the order of another', async () => {
    const tab = createTab()
    tab.send()
    await tab.settle()
    tab.enter('2-1')
    assert.deepEqual(tab.state(), { kind: 'idle' })
    tab.send('0.02')
    tab.enter('3-1')
    await pass(tab)
    assert.deepEqual(tab.state(), { kind: 'idle' })
  })
})

test('whatever stands in the storage, a page opens', () => {
  for (const text of [
    '',
    'null',
    '[]',
    '{"key":1}',
    '{"key":"k","mark":"m","sentAtMs":1,"userId":null}',
    'x'.repeat(9_000),
  ]) {
    const tab = createTab()
    tab.stored.write(text)
    tab.reload()
    assert.deepEqual([tab.state().kind, tab.sent], ['idle', []])
  }
})

test('whatever is lost, faulty or reloaded, an intent has one key and one user, is placed once, and then left alone', async () => {
  const fates = fc.constantFrom<Fate>(
    ...([
      'answered',
      'lost',
      'lost_after',
      'silent',
      'silent_after',
      'busy',
      'fault',
      'fault_after',
    ] as const),
    ...(['outcome_unknown', 'too_many', 'refused', 'session_over'] as const),
  )
  const acts = {
    tap: (tab: Tab, turn: number) => tab.send(`0.${turn + 10}`),
    askAgain: (tab: Tab) => tab.askAgain(),
    forget: (tab: Tab) => tab.forget(),
    acknowledge: (tab: Tab) => tab.acknowledge(),
    reconnect: (tab: Tab) => tab.reconnect(),
    reload: (tab: Tab) => tab.reload(),
    know: (tab: Tab) => tab.know(),
    leave: (tab: Tab) => tab.leave(),
    enterAgain: (tab: Tab, turn: number) => tab.enter(`1-${turn + 2}`),
    enterOther: (tab: Tab, turn: number) => tab.enter(`2-${turn}`),
    wait: (tab: Tab) => tab.wait(untilKnownBounds.tryMs),
    waitLong: (tab: Tab) => tab.wait(longestDoubtMs),
    waitShort: (tab: Tab) => tab.wait(600),
  }
  const names = Object.keys(acts) as (keyof typeof acts)[]
  const step = fc.record({
    act: fc.oneof(fc.constant('tap' as const), fc.constantFrom(...names)),
    isSettled: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fates, { maxLength: 12 }),
      fc.array(step, { maxLength: 25 }),
      async (story, steps) => {
        const tab = createTab()
        tab.fates.push(...story)
        const told = new Set<string>()
        let heard = 0
        for (const [turn, { act, isSettled }] of steps.entries()) {
          acts[act](tab, turn)
          if (isSettled) await tab.settle()
          const state = tab.state()
          for (const { cont } of tab.sent.slice(heard))
            assert.ok(!told.has(cont), `${cont} was placed already`)
          heard = tab.sent.length
          if (state.kind === 'placed') told.add(state.order.lots)
        }
        await pass(tab)
        const intents = new Map<string, string>()
        for (const { cont, key, user } of tab.sent) {
          const one = `${user} ${key}`
          assert.equal(intents.get(cont) ?? one, one)
          intents.set(cont, one)
        }
        assert.equal(new Set(intents.values()).size, intents.size)
        assert.equal(new Set(tab.placedConts).size, tab.placedConts.length)
      },
    ),
    { numRuns: 300 },
  )
})
