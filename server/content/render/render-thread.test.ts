import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRenderThread } from '#server/content/render/render-thread.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { systemTimers } from '#server/platform/timers.ts'

test('texts are rendered in order', async () => {
  const thread = createRenderThread({ timers: systemTimers })
  const results = await Promise.all(['a', '*b*'].map(thread.render))
  assert.deepEqual(results, [
    { kind: 'rendered', html: '<p>a</p>\n' },
    { kind: 'rendered', html: '<p><em>b</em></p>\n' },
  ])
  await thread.stop()
  assert.deepEqual(await thread.render('c'), { kind: 'busy' })
})

/** Answers `a`, fails at `b`, and never answers `c`. */
const workerUrl = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (text) => {
      if (text === 'b') throw new Error('broken')
      if (text === 'a') parentPort.postMessage(text)
    })`)}`,
)

test('a text that fails or takes too long does not keep the next one from being rendered', async () => {
  const timers = createFakeTimers()
  const thread = createRenderThread({ timers, workerUrl })
  assert.deepEqual(await thread.render('b'), { kind: 'too_complex' })
  const [slow, next] = [thread.render('c'), thread.render('a')]
  timers.advance(5_000)
  assert.deepEqual(await slow, { kind: 'too_complex' })
  assert.deepEqual(await next, { kind: 'rendered', html: 'a' })
  await thread.stop()
})

test('texts are refused while too many wait', async () => {
  const thread = createRenderThread({ timers: createFakeTimers(), workerUrl })
  const waiting = Array.from({ length: 200 }, () => thread.render('c'))
  assert.deepEqual(await thread.render('a'), { kind: 'busy' })
  await thread.stop()
  assert.deepEqual(await waiting[0], { kind: 'busy' })
})
