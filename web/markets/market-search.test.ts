import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Call, CallRequest } from '#web/calls/call-request.ts'
import { maxSearchLength } from '#web/calls/market.ts'
import { tradeItem } from '#web/markets/market-fixtures.test.ts'
import { answerTimeoutMs, createMarketSearch, debounceMs } from '#web/markets/market-search.ts'
import { createFakeTimers } from '#web/platform/fake-timers.ts'

function surroundings() {
  const asked: { readonly text: unknown; readonly answer: (codes: readonly string[]) => Promise<void> }[] = []
  const failing = { next: false }
  const call = (({ input, signal }: CallRequest) =>
    new Promise<unknown>((answer, refuse) => {
      const isFailing = failing.next
      failing.next = false
      asked.push({
        text: input?.['searchCurrency'],
        async answer(codes) {
          // An answer that is on its way when the question is given up still arrives now and then.
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
  return { search, timers, asked, pause, shown, failNext: () => (failing.next = true) }
}

describe('a search', () => {
  test('asks once the typing pauses, and shows what was found', async () => {
    const { search, asked, pause, shown } = surroundings()
    for (const text of ['e', 'eu', 'eur']) search.type(text)
    assert.deepEqual([shown(), asked.length], [['eur', 'loading', ''], 0])
    pause()
    assert.deepEqual(
      asked.map(({ text }) => text),
      ['eur'],
    )
    await asked[0]?.answer(['EURUSD'])
    assert.deepEqual(shown(), ['eur', 'ready', 'EURUSD'])
  })

  test('shows the answer to the newest question, whichever comes last', async () => {
    const { search, asked, pause, shown } = surroundings()
    search.type('eur')
    pause()
    search.type('gold')
    pause()
    await asked[1]?.answer(['XAUUSD'])
    await asked[0]?.answer(['EURUSD'])
    assert.deepEqual(shown(), ['gold', 'ready', 'XAUUSD'])
  })

  test('keeps what it found on show until the next answer', async () => {
    const { search, asked, pause, shown } = surroundings()
    search.type('eur')
    pause()
    await asked[0]?.answer(['EURUSD'])
    search.type('euro')
    assert.deepEqual(shown(), ['euro', 'loading', 'EURUSD'])
  })

  test('ends when there is nothing to search for, also in the middle of a question', async () => {
    const { search, asked, pause, shown, timers } = surroundings()
    search.type('eur')
    pause()
    search.type('  ')
    await asked[0]?.answer(['EURUSD'])
    assert.deepEqual(shown(), ['  ', 'idle', ''])
    search.type('x')
    search.stop()
    assert.deepEqual(timers.pending(), [])
  })

  test('that fails can be tried again', async () => {
    const { search, asked, pause, shown, timers, failNext } = surroundings()
    failNext()
    search.type('eur')
    pause()
    await asked[0]?.answer([])
    assert.deepEqual(shown(), ['eur', 'failed', ''])
    search.retry()
    timers.advance(0)
    await asked[1]?.answer(['EURUSD'])
    assert.deepEqual(shown(), ['eur', 'ready', 'EURUSD'])
  })

  test('that is not answered has failed after a while', async () => {
    const { search, asked, pause, shown, timers } = surroundings()
    search.type('eur')
    pause()
    timers.advance(answerTimeoutMs)
    assert.deepEqual(shown(), ['eur', 'failed', ''])
    await asked[0]?.answer(['EURUSD'])
    assert.deepEqual(shown(), ['eur', 'failed', ''])
    search.type('gold')
    pause()
    await asked[1]?.answer(['XAUUSD'])
    assert.deepEqual([shown(), timers.pending()], [['gold', 'ready', 'XAUUSD'], []])
  })

  test('is cut to what the server takes, and sent without the spaces around it', () => {
    const { search, asked, pause } = surroundings()
    search.type(` ${'x'.repeat(500)}`)
    pause()
    assert.deepEqual(
      asked.map(({ text }) => text),
      ['x'.repeat(maxSearchLength - 1)],
    )
  })
})
