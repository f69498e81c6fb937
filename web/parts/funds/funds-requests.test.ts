import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CallFailureDetails, callFailure } from '#browser/calls/call-failure.ts'
import type { Call, CallRequest } from '#browser/calls/call-request.ts'
import type { Reason } from '#contract/envelope.ts'
import { fc } from '#test/fast-check.ts'
import { createFundsRequests } from '#web/parts/funds/funds-requests.ts'
import { forgetRequests, fundsKeyPrefix } from '#web/parts/requests/forget-requests.ts'

const input = { number: '100', proofImg: '/api/common/image?name=a', address: 'T1', charge_id: 3, rate: '1' }
const deposit = { kind: 'coin_deposit', input, userId: 7, currency: 'USDT' } as const

const lost = callFailure({ kind: 'transport', code: 'ERR_NETWORK', status: undefined })
const refusal = (reason?: Reason) =>
  callFailure({
    ...{ kind: 'refused', code: 0, msg: 'No.', field: undefined, figures: {}, data: { reason } },
    reason,
  })
const tooMany = callFailure({ kind: 'tooMany', msg: 'Wait.', retryAfterSeconds: 3 })
const loggedOut = callFailure({ kind: 'sessionInvalid', msg: '' })

const drawing = { draw_currency_id: 5, number: '100', draw_method_id: 21, fee: '1', usd_price: '1' }
const withdrawal = { kind: 'withdrawal', input: drawing, userId: 7, currency: 'USD' } as const
const withCode = (auth_code: string) => ({ ...withdrawal, input: { ...drawing, auth_code } })

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
  return { items, storage, clock, sent, keysSent, answers, openTab, changed }
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

  /** What the user is told after the first sending, and after a repeat of one whose answer was lost. */
  type Told = 'refused' | 'unknown'
  const outcomes: readonly (readonly [string, CallFailureDetails & Error, first: Told, repeat: Told])[] = [
    ['a lost answer', lost, 'unknown', 'unknown'],
    ['a fault of the server', callFailure({ kind: 'fault', msg: '', id: 'a' }), 'unknown', 'unknown'],
    [
      'a page of a proxy',
      callFailure({ kind: 'malformed', code: 'ERR_BAD_RESPONSE' }),
      ...(['unknown', 'unknown'] as const),
    ],
    ['a cancelled call', callFailure({ kind: 'cancelled' }), 'unknown', 'unknown'],
    ['busy', refusal('busy'), 'unknown', 'unknown'],
    ['outcome_unknown', refusal('outcome_unknown'), 'unknown', 'unknown'],
    // Given before the server looks for a record.
    ['too many requests', tooMany, 'refused', 'unknown'],
    ['an ended session', loggedOut, 'refused', 'unknown'],
    ['invalid_input', refusal('invalid_input'), 'refused', 'unknown'],
    ['demo_forbidden', refusal('demo_forbidden'), 'refused', 'unknown'],
    ['request_timeout', refusal('request_timeout'), 'refused', 'unknown'],
    ['a reason of a newer server', refusal(), 'refused', 'unknown'],
    // There is a record, whose outcome is not known.
    ['idempotency_mismatch', refusal('idempotency_mismatch'), 'refused', 'unknown'],
    ['account_frozen', refusal('account_frozen'), 'refused', 'unknown'],
    // Given after the server has looked for a record.
    ...(
      [
        ...['not_verified', 'no_pay_way', 'currency_off', 'terms_changed', 'amount_too_small'],
        ...['amount_too_large', 'payout_too_small', 'insufficient_balance', 'stale_price', 'records_limit'],
        ...['image_unknown', 'invalid_address', 'invalid_iban', 'invalid_swift', 'method_exists'],
        ...['methods_limit', 'method_unknown', 'method_not_usable', 'code_required', 'wrong_code'],
      ] as const
    ).map((reason) => [reason, refusal(reason), 'refused', 'refused'] as const),
  ]
  for (const [name, failure, first, repeated] of outcomes) {
    test(`sent first is ${first} after ${name}`, async () => {
      const { answers, items, openTab } = createBrowser()
      const tab = openTab()
      answers.push(failing(failure))
      assert.equal((await tab.submit(withCode('111111'))).kind, first)
      const left = first === 'unknown' ? 1 : 0
      assert.deepEqual([tab.unconfirmed.getSnapshot().length, Object.keys(items).length], [left, left])
    })

    test(`whose answer was lost is ${repeated} after ${name} to its repeat`, async () => {
      for (const repeat of ['submit', 'repeat'] as const) {
        const { answers, keysSent, openTab } = createBrowser()
        const tab = openTab()
        answers.push(failing(lost), failing(failure), failing(lost))
        await tab.submit(withCode('111111'))
        const [sent] = tab.unconfirmed.getSnapshot()
        assert.ok(sent)
        const outcome = await (repeat === 'submit' ? tab.submit(withCode('222222')) : tab.repeat(sent))
        assert.equal(outcome.kind, repeated)
        assert.equal(tab.unconfirmed.getSnapshot().length, repeated === 'unknown' ? 1 : 0)
        // A third sending goes under a new key only if the server has told that there is no record.
        await tab.submit(withCode('333333'))
        const isNew = repeated === 'refused' && name !== 'code_required' && name !== 'wrong_code'
        assert.equal(new Set(keysSent()).size, isNew ? 2 : 1)
      }
    })
  }

  test('is stored without its code, and repeated without one', async () => {
    const { answers, items, openTab, sent } = createBrowser()
    const tab = openTab()
    answers.push(failing(lost), failing(refusal('code_required')), async () => ({ id: 5 }))
    await tab.submit(withCode('987654'))
    assert.ok(!JSON.stringify(items).includes('987654'))
    const [left] = tab.unconfirmed.getSnapshot()
    assert.ok(left)
    await tab.repeat(left)
    assert.ok(!JSON.stringify(items).includes('987654'))
    assert.equal((await tab.submit(withCode('123123'))).kind, 'done')
    assert.deepEqual(
      sent.map((request) => (request.input as { readonly auth_code?: string }).auth_code),
      ['987654', undefined, '123123'],
    )
    assert.deepEqual(items, {})
  })

  test('is kept if another tab repeats it while the first sending is turned away', async () => {
    const { answers, openTab, keysSent } = createBrowser()
    const [one, other] = [openTab(), openTab()]
    let turnAway: () => void = () => undefined
    answers.push(() => new Promise((_, reject) => (turnAway = () => reject(tooMany))), failing(lost))
    const first = one.submit(withCode('111111'))
    assert.equal((await other.submit(withCode('222222'))).kind, 'unknown')
    turnAway()
    assert.equal((await first).kind, 'unknown')
    answers.push(failing(lost))
    await one.submit(withCode('333333'))
    assert.equal(new Set(keysSent()).size, 1)
  })

  test('is removed by a logout, also while it is on its way', async () => {
    const { answers, items, storage, openTab, changed } = createBrowser()
    const tab = openTab()
    let lose: () => void = () => undefined
    answers.push(
      failing(lost),
      () => new Promise((_, reject) => (lose = () => reject(refusal('wrong_code')))),
    )
    await tab.submit(withCode('111111'))
    const repeated = tab.submit(withCode('222222'))
    forgetRequests(storage)
    for (const handler of changed) handler()
    lose()
    await repeated
    assert.deepEqual([items, tab.unconfirmed.getSnapshot()], [{}, []])
  })

  test('of another user is removed when a user logs in, and so is text that cannot be read', async () => {
    const { answers, items, storage, openTab } = createBrowser()
    const tab = openTab()
    answers.push(failing(lost), failing(lost))
    await tab.submit(deposit)
    await tab.submit({ ...withdrawal, userId: 8 })
    Object.assign(items, { [`${fundsKeyPrefix}broken`]: '{', 'openlot.session': 'token' })
    forgetRequests(storage, 8)
    const left = Object.keys(items)
    assert.deepEqual(left, [`${fundsKeyPrefix}key-000002`, 'openlot.session'])
    forgetRequests(undefined)
  })

  test('that an earlier version stored with its code is removed when it is read', () => {
    const { items, openTab } = createBrowser()
    const stored = { ...withCode('123456'), key: 'key-000009', sentAtMs: 1_000_000 }
    Object.assign(items, {
      [`${fundsKeyPrefix}key-000009`]: JSON.stringify(stored),
      'openlot.session': 't',
    })
    assert.deepEqual(openTab().unconfirmed.getSnapshot(), [])
    assert.deepEqual(Object.keys(items), ['openlot.session'])
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
    answers.push(
      failing(lost),
      failing(lost),
      failing(lost),
      failing(refusal('no_pay_way')),
      async () => ({}),
    )
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
        items[`${fundsKeyPrefix}key-000009`] = text
        assert.deepEqual(openTab().unconfirmed.getSnapshot(), [])
      }),
    )
  })
})
