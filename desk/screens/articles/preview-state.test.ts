import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callFailure } from '#browser/calls/call-failure.ts'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import { createPreview, previewDelayMs } from '#desk/screens/articles/preview-state.ts'
import { eventually } from '#test/eventually.ts'

function createFixture() {
  const timers = createFakeTimers()
  const sent: { body: string; signal: AbortSignal | undefined; answer: () => void; fail: () => void }[] = []
  const preview = createPreview({
    timers,
    render: ({ body }, { signal } = {}) =>
      new Promise((resolve, reject) => {
        const answer = () => resolve({ html: `<p>${body}</p>` })
        const failure = callFailure({ kind: 'transport', code: 'E1', status: undefined })
        sent.push({ body, signal, answer, fail: () => reject(failure) })
      }),
  })
  const bodies = () => sent.map(({ body }) => body)
  const shows = (html: string) => eventually(() => preview.getSnapshot().html === html)
  return { timers, sent, preview, bodies, shows }
}

describe('the preview', () => {
  test('renders the first body at once, and the next when typing pauses', async () => {
    const { timers, sent, preview, bodies, shows } = createFixture()
    preview.show('a')
    assert.deepEqual(bodies(), ['a'])
    sent[0]?.answer()
    await shows('<p>a</p>')
    preview.show('ab')
    timers.advance(previewDelayMs - 1)
    preview.show('abc')
    timers.advance(previewDelayMs - 1)
    assert.deepEqual(bodies(), ['a'])
    timers.advance(1)
    assert.deepEqual(bodies(), ['a', 'abc'])
  })

  test('shows the newest answer, in whatever order they arrive', async () => {
    const { timers, sent, preview, shows } = createFixture()
    preview.show('a')
    preview.show('b')
    timers.advance(previewDelayMs)
    assert.equal(sent[0]?.signal?.aborted, true)
    sent[1]?.answer()
    await shows('<p>b</p>')
    sent[0]?.answer()
    await shows('<p>b</p>')
  })

  test('is empty without text, and asks nothing', async () => {
    const { timers, sent, preview, shows } = createFixture()
    preview.show('a')
    sent[0]?.answer()
    await shows('<p>a</p>')
    preview.show('  ')
    timers.advance(previewDelayMs)
    await shows('')
    assert.equal(sent.length, 1)
  })

  test('keeps the last answer after a failure, and can be tried again', async () => {
    const { timers, sent, preview, shows } = createFixture()
    preview.show('a')
    sent[0]?.answer()
    await shows('<p>a</p>')
    preview.show('b')
    timers.advance(previewDelayMs)
    sent[1]?.fail()
    await eventually(() => preview.getSnapshot().failure !== undefined)
    assert.equal(preview.getSnapshot().html, '<p>a</p>')
    preview.retry()
    sent[2]?.answer()
    await shows('<p>b</p>')
    assert.equal(preview.getSnapshot().failure, undefined)
  })

  test('sends nothing more after it was closed', () => {
    const { timers, sent, preview } = createFixture()
    preview.show('a')
    preview.show('b')
    preview.stop()
    timers.advance(previewDelayMs)
    assert.equal(sent.length, 1)
    assert.equal(sent[0]?.signal?.aborted, true)
  })
})
