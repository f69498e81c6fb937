import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CallFailureDetails, callFailure } from '#browser/calls/call-failure.ts'
import type { Call, CallRequest } from '#browser/calls/call-request.ts'
import { createSession } from '#browser/session/session.ts'
import { preferences } from '#test/browser/notices/example-notices.ts'
import { createNoticePreferences } from '#web/notices/notice-preferences.ts'
import type { ChannelChange } from '#web/notices/preference-changes.ts'
import { withChange } from '#web/notices/preference-changes.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

const ordersPush = (on: boolean): ChannelChange => ({ kind: 'channel', group: 'orders', channel: 'push', on })
const alertsMail: ChannelChange = { kind: 'channel', group: 'alerts', channel: 'mail', on: true }

const refused: CallFailureDetails = {
  ...{ kind: 'refused', code: 0, msg: 'No.', reason: undefined, field: undefined },
  ...{ figures: {}, data: null },
}
const lost: CallFailureDetails = { kind: 'transport', code: 'ERR_NETWORK', status: undefined }

/** The settings with known preferences, and a server that the test answers for. */
async function openSettings() {
  const requests: {
    readonly request: CallRequest
    readonly answer: (data?: unknown) => Promise<unknown>
    readonly fail: (details: CallFailureDetails) => Promise<unknown>
  }[] = []
  const call = ((request: CallRequest) =>
    new Promise<unknown>((resolve, reject) => {
      requests.push({
        request,
        answer(data = preferences) {
          resolve(data)
          return settled()
        },
        fail(details) {
          reject(callFailure(details))
          return settled()
        },
      })
    })) as unknown as Call
  let stored: string | undefined = 'token'
  const session = createSession({
    read: () => stored,
    write: (text) => {
      stored = text
    },
  })
  const store = createNoticePreferences({ caller: { call }, session })
  void store.refresh()
  await requests[0]?.answer()
  const known = () => {
    const state = store.getSnapshot()
    assert.ok(state.kind === 'known', state.kind)
    return state.preferences
  }
  const isOn = ({ group, channel }: ChannelChange) =>
    known()
      .groups.find((each) => each.group === group)
      ?.channels.find((each) => each.channel === channel)?.on
  const take = () => {
    const next = requests.splice(0, requests.length)
    assert.equal(next.length, 1)
    return next[0] as (typeof requests)[number]
  }
  requests.length = 0
  return { store, session, requests, known, isOn, take }
}

describe('the notice preferences', () => {
  test('show a change at once, and then what the server answers', async () => {
    const { store, isOn, take } = await openSettings()
    void store.change(ordersPush(false))
    assert.equal(isOn(ordersPush(false)), false)
    const { request, answer } = take()
    assert.deepEqual(request.input, { group: 'orders', channel: 'push', on: 0 })
    await answer(withChange(withChange(preferences, ordersPush(false)), alertsMail))
    assert.deepEqual([isOn(ordersPush(false)), isOn(alertsMail)], [false, true])
  })

  test('take a refused change back', async () => {
    const { store, isOn, take, requests } = await openSettings()
    void store.change(ordersPush(false))
    await take().fail(refused)
    assert.deepEqual([isOn(ordersPush(false)), requests.length], [true, 0])
  })

  test('take a change without an answer back, and read whether it was made', async () => {
    const { store, isOn, take } = await openSettings()
    void store.change(ordersPush(false))
    await take().fail(lost)
    assert.equal(isOn(ordersPush(false)), true)
    const { request, answer } = take()
    assert.equal(request.verb, 'GET')
    await answer(withChange(preferences, ordersPush(false)))
    assert.equal(isOn(ordersPush(false)), false)
  })

  test('two quick taps on a switch are sent one after another and end in the last state', async () => {
    const { store, isOn, take, requests } = await openSettings()
    void store.change(ordersPush(false))
    void store.change(ordersPush(true))
    assert.equal(isOn(ordersPush(true)), true)
    const first = take()
    assert.deepEqual(first.request.input, { group: 'orders', channel: 'push', on: 0 })
    await first.answer(withChange(preferences, ordersPush(false)))
    assert.equal(isOn(ordersPush(true)), true)
    const second = take()
    assert.deepEqual(second.request.input, { group: 'orders', channel: 'push', on: 1 })
    await second.answer(preferences)
    assert.deepEqual([isOn(ordersPush(true)), requests.length], [true, 0])
  })

  test('a second switch waits for the first, and keeps its state meanwhile', async () => {
    const { store, isOn, take } = await openSettings()
    void store.change(ordersPush(false))
    void store.change(alertsMail)
    await take().answer(withChange(preferences, ordersPush(false)))
    assert.deepEqual([isOn(ordersPush(false)), isOn(alertsMail)], [false, true])
    await take().fail(refused)
    assert.deepEqual([isOn(ordersPush(false)), isOn(alertsMail)], [false, false])
  })

  test('a change of the details leaves the quiet hours as they are', async () => {
    const { store, take } = await openSettings()
    const hours = { quiet_from: 1320, quiet_to: 420, zone: 'Asia/Tokyo' }
    void store.change({ kind: 'quiet', hours })
    const first = take()
    assert.deepEqual(first.request.input, { details: 1, ...hours })
    await first.answer({ ...preferences, ...hours })
    void store.change({ kind: 'details', details: false })
    assert.deepEqual(take().request.input, { details: 0, ...hours })
  })

  test('have failed until they can be read, and keep the last ones afterwards', async () => {
    const { store, session, take, known } = await openSettings()
    void store.refresh()
    await take().fail(lost)
    assert.deepEqual(known(), preferences)
    session.start('another')
    assert.deepEqual(store.getSnapshot(), { kind: 'loading' })
    void store.refresh()
    await take().fail(lost)
    assert.deepEqual(store.getSnapshot(), { kind: 'failed' })
  })

  test('an answer to the last session is not shown in the next', async () => {
    const { store, session, take } = await openSettings()
    void store.change(ordersPush(false))
    const { answer } = take()
    session.end()
    await answer(preferences)
    assert.deepEqual(store.getSnapshot(), { kind: 'loading' })
  })
})
