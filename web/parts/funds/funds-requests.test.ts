import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CallFailureDetails, callFailure } from '#browser/calls/call-failure.ts'
import type { Call, CallRequest } from '#browser/calls/call-request.ts'
import { fc } from '#test/fast-check.ts'
import { createFundsRequests, requestKeyPrefix } from '#web/parts/funds/funds-requests.ts'

const input = { number: '100', proofImg: '/api/common/image?name=a', address: 'T1', charge_id: 3, rate: '1' }
const deposit = { kind: 'coin_deposit', input, userId: 7, currency: 'USDT' } as const

const lost = callFailure({ kind: 'transport', code: 'ERR_NETWORK', status: undefined })
const refusal = (reason?: string) =>
  callFailure({
    ...{ kind: 'refused', code: 0, msg: 'No.', field: undefined, figures: {}, data: { reason } },
    reason: reason === 'busy' || reason === 'outcome_unknown' ? reason : undefined,
  })

/** A browser: storage that all its tabs share. */
function createBrowser() {
  const items: Record<string, string> = {}
  const storage = Object.defineProperties(items, {
    getItem: { value: (name: string) => items[name] ?? null },
    setItem: {
      value: (name: string, text: string) => {
        items[name] = text
      },
    },
    removeItem: { value: (name: string) => delete items[name] },
  }) as unknown as Storage
  let keys = 0
  const clock = { now: 1_000_000 }
  const sent: CallRequest[] = []
  const answers: (() => Promise<unknown>)[] = []
  const changed: (() => void)[] = []
  const call: Call = async <Answer>(request: CallRequest) => {
    sent.push(request)
    return (await answers.shift()?.()) as Answer
  }
  const openTab = (isPrivate = false) =>
    createFundsRequests({
      call,
      storage: isPrivate ? undefined : storage,
      newKey: () => {
        keys += 1
        return `key-${String(keys).padStart(6, '0')}`
      },
      now: () => clock.now,
      onStorageChange: (handler) => changed.push(handler),
    })
  const keysSent = () => sent.map(({ key }) => key)
  return { items, clock, sent, keysSent, answers, openTab, changed }
}

const failing = (failure: Error) => () => Promise.reject(failure)

describe('a request about funds', () => {
  test('is forgotten once the server has answered', async () => {
    const { answers, items, openTab, sent } = createBrowser()
    const tab = openTab()
    answers.push(async () => ({ id: 5 }))
    assert.deepEqual(await tab.submit(deposit), { kind: 'done', answer: { id: 5 } })
    assert.deepEqual(
      [sent[0]?.path, sent[0]?.verb, sent[0]?.key],
      ['/api/quickCharge/submit', 'POST', 'key-000001'],
    )
    assert.deepEqual([Object.keys(items), tab.unconfirmed.getSnapshot()], [[], []])
  })

  const settled: readonly (readonly [string, CallFailureDetails | Error, 'refused' | 'unknown'])[] = [
    ['a refusal', refusal('terms_changed'), 'refused'],
    ['too many requests', callFailure({ kind: 'tooMany', msg: 'Wait.', retryAfterSeconds: 3 }), 'refused'],
    ['an ended session', callFailure({ kind: 'sessionInvalid', msg: '' }), 'refused'],
    ['a busy server', refusal('busy'), 'unknown'],
    ['an unknown outcome', refusal('outcome_unknown'), 'unknown'],
    ['a lost answer', lost, 'unknown'],
    ['a fault of the server', callFailure({ kind: 'fault', msg: '', id: 'a' }), 'unknown'],
    ['a page of a proxy', callFailure({ kind: 'malformed', code: 'ERR_BAD_RESPONSE' }), 'unknown'],
  ]
  for (const [name, failure, kind] of settled)
    test(`is ${kind} after ${name}`, async () => {
      const { answers, openTab } = createBrowser()
      const tab = openTab()
      answers.push(failing(failure as Error))
      assert.equal((await tab.submit(deposit)).kind, kind)
      assert.equal(tab.unconfirmed.getSnapshot().length, kind === 'unknown' ? 1 : 0)
    })

  test('is sent again under the same key after a lost answer, also after a reload', async () => {
    const { answers, keysSent, openTab } = createBrowser()
    answers.push(failing(lost), failing(lost), async () => ({ id: 5 }))
    await openTab().submit(deposit)
    const reloaded = openTab()
    const [left] = reloaded.unconfirmed.getSnapshot()
    assert.deepEqual([left?.input, left?.userId, left?.currency], [input, 7, 'USDT'])
    // The order of the fields does not matter.
    await reloaded.submit({
      ...deposit,
      input: { rate: '1', charge_id: 3, number: '100', proofImg: input.proofImg, address: 'T1' },
    })
    assert.ok(left)
    assert.equal((await reloaded.repeat(left)).kind, 'done')
    assert.deepEqual(keysSent(), ['key-000001', 'key-000001', 'key-000001'])
    assert.deepEqual(reloaded.unconfirmed.getSnapshot(), [])
  })

  test('gets a new key for other input, another user, or after a refusal', async () => {
    const { answers, keysSent, openTab } = createBrowser()
    const tab = openTab()
    answers.push(failing(lost), failing(lost), failing(lost), failing(refusal()), async () => ({}))
    await tab.submit(deposit)
    await tab.submit({ ...deposit, input: { ...input, number: '101' } })
    await tab.submit({ ...deposit, userId: 8 })
    const third = { ...deposit, input: { ...input, rate: '2' } }
    await tab.submit(third)
    await tab.submit(third)
    assert.equal(new Set(keysSent()).size, 5)
  })

  test('shares its key between two tabs, and both learn its end', async () => {
    const { answers, changed, keysSent, openTab } = createBrowser()
    const [one, other] = [openTab(), openTab()]
    answers.push(failing(lost), async () => ({}))
    await one.submit(deposit)
    for (const handler of changed) handler()
    assert.equal(other.unconfirmed.getSnapshot().length, 1)
    await other.submit(deposit)
    for (const handler of changed) handler()
    assert.deepEqual([one.unconfirmed.getSnapshot(), other.unconfirmed.getSnapshot()], [[], []])
    assert.equal(new Set(keysSent()).size, 1)
  })

  test('is not unconfirmed while it is on its way in this tab', async () => {
    const { answers, openTab } = createBrowser()
    const tab = openTab()
    let answer: (value: unknown) => void = () => undefined
    answers.push(() => new Promise((resolve) => (answer = resolve)))
    const done = tab.submit(deposit)
    assert.deepEqual(tab.unconfirmed.getSnapshot(), [])
    answer({})
    await done
  })

  test('is kept by the page if the browser has no storage', async () => {
    const { answers, openTab } = createBrowser()
    const tab = openTab(true)
    answers.push(failing(lost))
    await tab.submit(deposit)
    const [left] = tab.unconfirmed.getSnapshot()
    tab.forget(left?.key ?? '')
    assert.deepEqual([left?.kind, tab.unconfirmed.getSnapshot()], ['coin_deposit', []])
  })

  test('is dropped after a day', async () => {
    const { answers, clock, items, openTab } = createBrowser()
    answers.push(failing(lost))
    await openTab().submit(deposit)
    clock.now += 24 * 60 * 60_000 + 1
    assert.deepEqual([openTab().unconfirmed.getSnapshot(), Object.keys(items)], [[], []])
  })

  test('of which there are many: the oldest are dropped', async () => {
    const { answers, clock, openTab } = createBrowser()
    const tab = openTab()
    for (let count = 0; count < 25; count += 1) {
      clock.now += 1
      answers.push(failing(lost))
      await tab.submit({ ...deposit, input: { ...input, number: String(count) } })
    }
    const left = tab.unconfirmed.getSnapshot()
    assert.deepEqual([left.length, left.at(-1)?.input], [20, { ...input, number: '24' }])
  })

  test('is ignored if the stored text is anything else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { items, openTab } = createBrowser()
        items[`${requestKeyPrefix}key-000009`] = text
        assert.deepEqual(openTab().unconfirmed.getSnapshot(), [])
      }),
    )
  })
})
