import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Call, CallRequest } from '#browser/calls/call-request.ts'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import { tradeItem } from '#test/web/market-fixtures.ts'
import { maxSearchLength } from '#web/calls/market.ts'
import { answerTimeoutMs, createMarketSearch, debounceMs } from '#web/markets/market-search.ts'

function createFixture() {
  const requests: { readonly text: unknown; readonly answer: (codes: readonly string[]) => Promise<void> }[] =
    []
  const failing = { next: false }
  const call = (({ input, signal }: CallRequest) =>
    new Promise<unknown>((answer, refuse) => {
      const isFailing = failing.next
      failing.next = false
      requests.push({
        text: input?.['searchCurrency'],
        async answer(codes) {
          // Answers even if aborted: a real answer may arrive at the same time as the abort.
          if (isFailing) refuse(new Error('failed'))
          else answer(codes.map((Code) => tradeItem({ Code })))
          await new Promise((resolve) => setImmediate(resolve))
        },
      })
      assert.ok(signal !== undefined)
    })) as Call
  const timers = createFakeTimers()
  const search = createMarketSearch({ call, timers })
  const pause = () => timers.advance(debounceMs)
  const shown = () => {
    const { text, status, found } = search.state.getSnapshot()
    return [text, status, found.map(({ code }) => code).join()]
  }
  return { search, timers, requests, pause, shown, failNext: () => (failing.next = true) }
}

describe('market search', () => {
  test('searches after a pause in typing and shows the results', async () => {
    const { search, requests, pause, shown } = createFixture()
    for (const text of ['e', 'eu', 'eur']) search.type(text)
    assert.deepEqual([shown(), requests.length], [['eur', 'loading', ''], 0])
    pause()
    assert.deepEqual(
      requests.map(({ text }) => text),
      ['eur'],
    )
    await requests[0]?.answer(['EURUSD'])
    assert.deepEqual(shown(), ['eur', 'ready', 'EURUSD'])
  })

  test('shows the answer to the latest search, whichever arrives last', async () => {
    const { search, requests, pause, shown } = createFixture()
    search.type('eur')
    pause()
    search.type('gold')
    pause()
    await requests[1]?.answer(['XAUUSD'])
    await requests[0]?.answer(['EURUSD'])
    assert.deepEqual(shown(), ['gold', 'ready', 'XAUUSD'])
  })

  test('keeps the results until the next answer', async () => {
    const { search, requests, pause, shown } = createFixture()
    search.type('eur')
    pause()
    await requests[0]?.answer(['EURUSD'])
    search.type('euro')
    assert.deepEqual(shown(), ['euro', 'loading', 'EURUSD'])
  })

  test('becomes idle when the text is empty, even during a search', async () => {
    const { search, requests, pause, shown, timers } = createFixture()
    search.type('eur')
    pause()
    search.type('  ')
    await requests[0]?.answer(['EURUSD'])
    assert.deepEqual(shown(), ['  ', 'idle', ''])
    search.type('x')
    search.stop()
    assert.deepEqual(timers.pending(), [])
  })

  test('can be retried after a failure', async () => {
    const { search, requests, pause, shown, timers, failNext } = createFixture()
    failNext()
    search.type('eur')
    pause()
    await requests[0]?.answer([])
    assert.deepEqual(shown(), ['eur', 'failed', ''])
    search.retry()
    timers.advance(0)
    await requests[1]?.answer(['EURUSD'])
    assert.deepEqual(shown(), ['eur', 'ready', 'EURUSD'])
  })

  test('fails after the timeout', async () => {
    const { search, requests, pause, shown, timers } = createFixture()
    search.type('eur')
    pause()
    timers.advance(answerTimeoutMs)
    assert.deepEqual(shown(), ['eur', 'failed', ''])
    await requests[0]?.answer(['EURUSD'])
    assert.deepEqual(shown(), ['eur', 'failed', ''])
    search.type('gold')
    pause()
    await requests[1]?.answer(['XAUUSD'])
    assert.deepEqual([shown(), timers.pending()], [['gold', 'ready', 'XAUUSD'], []])
  })

  test('trims the text and cuts it to the maximum length', () => {
    const { search, requests, pause } = createFixture()
    search.type(` ${'x'.repeat(500)}`)
    pause()
    assert.deepEqual(
      requests.map(({ text }) => text),
      ['x'.repeat(maxSearchLength - 1)],
    )
  })
})
