import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Call, CallRequest } from '#browser/calls/call-request.ts'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import { createValueStore } from '#browser/platform/value-store.ts'
import { deposit, withdrawal } from '#test/browser/funds/example-funds.ts'
import {
  firstReadMs,
  type MoneyHandlers,
  readGapMs,
  startFundsNews,
  wakeGapMs,
} from '#web/parts/funds/funds-news.ts'
import { createSeenStatuses } from '#web/parts/funds/seen-statuses.ts'
import type { CurrentUserState } from '#web/user/current-user.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A user's device, and a server whose lists the test changes. */
function createDevice(stored: { text?: string | undefined } = {}) {
  const timers = createFakeTimers()
  const lists = {
    deposits: [] as unknown[],
    withdrawals: [] as unknown[],
    log: [] as unknown[],
    isDown: false,
    isVisible: true,
  }
  const sent: CallRequest[] = []
  const call = (async (request: CallRequest) => {
    sent.push(request)
    if (lists.isDown) throw new Error('no connection')
    const { type } = (request.input ?? {}) as { readonly type?: number }
    if (request.path.endsWith('quick_ist')) return { data: type === 0 ? lists.deposits : [], total: 0 }
    if (request.path.endsWith('draw_list')) return { data: type === 1 ? lists.withdrawals : [], total: 0 }
    return { data: lists.log, total: 0 }
  }) as unknown as Call
  const user = (id: number, is_demo = 0) =>
    ({ kind: 'known', token: `token-${id}`, user: { id, is_demo } }) as unknown as CurrentUserState
  const currentUser = createValueStore<CurrentUserState>({ kind: 'visitor' })
  const moneyHandlers = new Set<MoneyHandlers>()
  let wake: () => void = () => undefined
  const told: string[] = []
  startFundsNews({
    ...{ call, currentUser, timers },
    watchMoney: (handlers) => {
      moneyHandlers.add(handlers)
      return () => moneyHandlers.delete(handlers)
    },
    onWake: (handler) => {
      wake = handler
    },
    isVisible: () => lists.isVisible,
    now: timers.now,
    seen: createSeenStatuses({
      read: () => stored.text,
      write: (text) => {
        stored.text = text
      },
    }),
    tell: ({ list, id, status }) => told.push(`${list} ${id}: ${status}`),
    tellMany: (count) => told.push(`${count} changes`),
  })
  const pass = async (ms: number) => {
    timers.advance(ms)
    await settled()
  }
  return {
    ...{ lists, sent, told, moneyHandlers, stored, pass },
    logIn: async (id = 7, is_demo = 0) => {
      currentUser.set(user(id, is_demo))
      await pass(firstReadMs)
    },
    logOut: () => currentUser.set({ kind: 'visitor' }),
    /** The account has changed, and the change is read. */
    change: async () => {
      for (const { changed } of moneyHandlers) changed()
      await pass(readGapMs)
    },
    wake: async () => {
      wake()
      await pass(readGapMs)
    },
    /** The server pushes changes from now on, after a start or a lost connection. */
    subscribe: async () => {
      for (const { subscribed } of moneyHandlers) subscribed()
      await settled()
    },
  }
}

const later = '2026-11-15T12:00:00.000Z'
const decided = (status: number) => deposit(1, { status, decided_at: later })
const stepped = (status: number, change = {}) => withdrawal(1, { status, changed_at: later, ...change })
const adjustment = (Id: number) => ({ Id, Value: '-5.000000', Type: 10, Memo: 'Fee', CreatedAt: later })

describe('news about funds', () => {
  const table: readonly (readonly [
    string,
    'deposits' | 'withdrawals' | 'log',
    unknown,
    string | undefined,
  ])[] = [
    ['a credited deposit', 'deposits', decided(1), 'deposit 1: 1'],
    ['a rejected deposit', 'deposits', decided(2), 'deposit 1: 2'],
    ['an invalid deposit', 'deposits', decided(3), 'deposit 1: 3'],
    ['a withdrawal in review', 'withdrawals', stepped(1), 'withdrawal 1: 1'],
    ['a sent withdrawal', 'withdrawals', stepped(2), 'withdrawal 1: 2'],
    ['a refused withdrawal', 'withdrawals', stepped(3), 'withdrawal 1: 3'],
    ['an adjustment', 'log', adjustment(3), 'adjustment 3: 1'],
    ['no cancellation', 'withdrawals', stepped(4), undefined],
    ['no request of the user', 'withdrawals', stepped(0), undefined],
    ['no submitted deposit', 'deposits', deposit(1), undefined],
    ['a refusal soon after the request', 'withdrawals', stepped(3, { created_at: later }), 'withdrawal 1: 3'],
    [
      'no refusal in the answer to the request',
      'withdrawals',
      stepped(3, { created_at: later, is_void: 1 }),
      undefined,
    ],
    ['a request that became void later', 'withdrawals', stepped(3, { is_void: 1 }), 'withdrawal 1: 3'],
  ]
  for (const [name, list, record, expected] of table)
    test(`tell of ${name}, once, whether or not its beginning was seen`, async () => {
      const begun = { deposits: deposit(1), withdrawals: withdrawal(1), log: undefined }[list]
      for (const before of [[], begun === undefined ? [] : [begun]]) {
        const device = createDevice()
        device.lists[list] = before
        await device.logIn()
        assert.deepEqual(device.told, [])
        device.lists[list] = [record]
        await device.change()
        await device.change()
        // After a reload.
        const reloaded = createDevice(device.stored)
        reloaded.lists[list] = [record]
        await reloaded.logIn()
        assert.deepEqual([...device.told, ...reloaded.told], expected === undefined ? [] : [expected])
      }
    })

  test('tell nothing to visitors and demo users, and read nothing for them', async () => {
    const { sent, moneyHandlers, pass, logIn, wake } = createDevice()
    await pass(firstReadMs)
    await logIn(9, 1)
    await wake()
    assert.deepEqual([sent, moneyHandlers.size], [[], 0])
  })

  test('tell of several changes before the visit as one, and of a single one as itself', async () => {
    const device = createDevice()
    device.lists.deposits = [deposit(1)]
    device.lists.withdrawals = [withdrawal(1)]
    await device.logIn()
    const many = createDevice({ text: device.stored.text })
    many.lists.deposits = [decided(1)]
    many.lists.withdrawals = [stepped(2)]
    await many.logIn()
    assert.deepEqual(many.told, ['2 changes'])
    const single = createDevice({ text: device.stored.text })
    single.lists.deposits = [decided(1)]
    single.lists.withdrawals = [withdrawal(1)]
    await single.logIn()
    assert.deepEqual(single.told, ['deposit 1: 1'])
  })

  test('tell of more than three changes at once as one', async () => {
    const { lists, told, change, logIn } = createDevice()
    await logIn()
    lists.log = [1, 2, 3, 4].map(adjustment)
    await change()
    assert.deepEqual(told, ['4 changes'])
  })

  test('wait until the page is visible, and are read again after a failure', async () => {
    const { lists, told, sent, change, wake, logIn } = createDevice()
    lists.deposits = [deposit(1)]
    await logIn()
    lists.deposits = [decided(1)]
    lists.isVisible = false
    await change()
    lists.isVisible = true
    lists.isDown = true
    await wake()
    assert.deepEqual(told, [])
    lists.isDown = false
    const before = sent.length
    await wake()
    assert.deepEqual([told, sent.length - before], [['deposit 1: 1'], 5])
    assert.ok(sent.every(({ background, quiet }) => background === true && quiet === true))
  })

  test('are read at most once for many changes, and rarely when the page is shown again and again', async () => {
    const { sent, change, wake, logIn, pass, moneyHandlers } = createDevice()
    await logIn()
    assert.equal(sent.length, 5)
    for (let times = 0; times < 100; times += 1) for (const { changed } of moneyHandlers) changed()
    await change()
    assert.equal(sent.length, 10)
    for (let times = 0; times < 5; times += 1) await wake()
    assert.equal(sent.length, 10)
    await pass(wakeGapMs)
    await wake()
    assert.equal(sent.length, 15)
  })

  test('are read once more if the pushes began, or came back, after a read', async () => {
    for (const begins of ['subscribe', 'wake'] as const) {
      const device = createDevice()
      device.lists.withdrawals = [withdrawal(1)]
      await device.logIn()
      // Decided while no push could be received.
      device.lists.withdrawals = [stepped(1)]
      await device[begins]()
      assert.deepEqual(device.told, [])
      await device.pass(wakeGapMs)
      assert.deepEqual([device.told, device.sent.length], [['withdrawal 1: 1'], 10])
      await device.pass(wakeGapMs)
      assert.equal(device.sent.length, 10)
    }
  })

  test('are read soon after a change, although a later read was planned', async () => {
    const { lists, told, sent, change, subscribe, logIn, pass } = createDevice()
    await logIn()
    await subscribe()
    lists.withdrawals = [stepped(1)]
    await change()
    assert.deepEqual(told, ['withdrawal 1: 1'])
    await pass(wakeGapMs)
    assert.equal(sent.length, 10)
  })

  test('are read again after a failure without an event', async () => {
    const { lists, told, sent, change, logIn, pass } = createDevice()
    await logIn()
    lists.withdrawals = [stepped(1)]
    lists.isDown = true
    await change()
    await pass(wakeGapMs)
    lists.isDown = false
    assert.deepEqual([told, sent.length], [[], 15])
    await pass(wakeGapMs)
    assert.deepEqual([told, sent.length], [['withdrawal 1: 1'], 20])
  })

  test('of one user are not told to the next', async () => {
    const device = createDevice()
    device.lists.deposits = [deposit(1)]
    await device.logIn(7)
    device.logOut()
    device.lists.deposits = [decided(1)]
    assert.equal(device.moneyHandlers.size, 0)
    await device.logIn(8)
    assert.deepEqual([device.told, device.moneyHandlers.size], [[], 1])
  })
})
