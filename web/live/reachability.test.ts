import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveSocket } from '#web/live/connection.ts'
import { createProbedSocketOpener } from '#web/live/reachability.ts'

function surroundings() {
  const told: string[] = []
  const answers: ((isReached: boolean) => void)[] = []
  const opened: LiveSocket[] = []
  const openSocket = createProbedSocketOpener({
    open(url) {
      told.push(`open ${url}`)
      const socket: LiveSocket = {
        onopen: null,
        onmessage: null,
        onerror: null,
        onclose: null,
        send: (data) => told.push(`send ${data}`),
        close: () => told.push('close'),
      }
      opened.push(socket)
      return socket
    },
    createProbe: () => () => new Promise((answer) => answers.push(answer)),
  })
  /** As the connection does it: the handlers are set right after opening. */
  function take(url: string): LiveSocket {
    const socket = openSocket(url)
    socket.onopen = () => told.push('opened')
    socket.onmessage = ({ data }) => told.push(`heard ${data}`)
    socket.onerror = () => told.push('failed')
    return socket
  }
  async function answer(isReached: boolean): Promise<void> {
    answers.shift()?.(isReached)
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  return { told, opened, take, answer }
}

test('the first is opened at once', () => {
  const { told, take } = surroundings()
  take('ws://a')
  assert.deepEqual(told, ['open ws://a'])
})

test('a later one is opened once its host answers, and is then a socket like any other', async () => {
  const { told, opened, take, answer } = surroundings()
  take('ws://a')
  const socket = take('ws://a')
  assert.equal(opened.length, 1)
  await answer(true)
  const [, real] = opened
  assert.ok(real !== undefined)
  real.onopen?.call(globalThis as never, new Event('open'))
  real.onmessage?.call(globalThis as never, new MessageEvent('message', { data: 'x' }))
  socket.send('y')
  socket.close()
  assert.deepEqual(told.slice(1), ['open ws://a', 'opened', 'heard x', 'send y', 'close'])
})

test('one whose host does not answer fails without having been opened', async () => {
  const { told, take, answer } = surroundings()
  take('ws://a')
  take('ws://a')
  await answer(false)
  assert.deepEqual(told, ['open ws://a', 'failed'])
})

test('one that was given up meanwhile is not opened any more', async () => {
  const { told, take, answer } = surroundings()
  take('ws://a')
  take('ws://a').close()
  take('ws://a').close()
  await answer(true)
  await answer(false)
  assert.deepEqual(told, ['open ws://a'])
})
