import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveSocket } from '#browser/live/connection.ts'
import { createProbedSocketOpener } from '#browser/live/reachability.ts'

function createFixture() {
  const log: string[] = []
  const answers: ((isReachable: boolean) => void)[] = []
  const opened: LiveSocket[] = []
  const openSocket = createProbedSocketOpener({
    open(url) {
      log.push(`open ${url}`)
      const socket: LiveSocket = {
        onopen: null,
        onmessage: null,
        onerror: null,
        onclose: null,
        send: (data) => log.push(`send ${data}`),
        close: () => log.push('close'),
      }
      opened.push(socket)
      return socket
    },
    createProbe: () => () => new Promise((answer) => answers.push(answer)),
  })
  /** Sets the handlers right after opening, as the connection does. */
  function openWithHandlers(url: string): LiveSocket {
    const socket = openSocket(url)
    socket.onopen = () => log.push('opened')
    socket.onmessage = ({ data }) => log.push(`received ${data}`)
    socket.onerror = () => log.push('failed')
    return socket
  }
  async function answer(isReachable: boolean): Promise<void> {
    answers.shift()?.(isReachable)
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  return { log, opened, openWithHandlers, answer }
}

test('opens the first socket at once', () => {
  const { log, openWithHandlers } = createFixture()
  openWithHandlers('ws://a')
  assert.deepEqual(log, ['open ws://a'])
})

test('opens a later socket once its host answers, and forwards its events and calls', async () => {
  const { log, opened, openWithHandlers, answer } = createFixture()
  openWithHandlers('ws://a')
  const socket = openWithHandlers('ws://a')
  assert.equal(opened.length, 1)
  await answer(true)
  const [, real] = opened
  assert.ok(real !== undefined)
  real.onopen?.call(globalThis as never, new Event('open'))
  real.onmessage?.call(globalThis as never, new MessageEvent('message', { data: 'x' }))
  socket.send('y')
  socket.close()
  assert.deepEqual(log.slice(1), ['open ws://a', 'opened', 'received x', 'send y', 'close'])
})

test('fails a socket whose host does not answer without opening it', async () => {
  const { log, openWithHandlers, answer } = createFixture()
  openWithHandlers('ws://a')
  openWithHandlers('ws://a')
  await answer(false)
  assert.deepEqual(log, ['open ws://a', 'failed'])
})

test('does not open a socket that was closed during the probe', async () => {
  const { log, openWithHandlers, answer } = createFixture()
  openWithHandlers('ws://a')
  openWithHandlers('ws://a').close()
  openWithHandlers('ws://a').close()
  await answer(true)
  await answer(false)
  assert.deepEqual(log, ['open ws://a'])
})
