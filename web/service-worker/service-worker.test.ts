// Runs the service worker as it is built, in a scope that has only what a worker has.
import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { buildServiceWorker } from '#tools/service-worker.ts'

type Event = Readonly<Record<string, unknown>>

let code = ''
let listeners: Map<string, (event: Event) => void>
let shown: unknown[]
let done: unknown[]

before(async () => {
  code = await buildServiceWorker()
})

/** Starts the worker with these windows open. */
function start(...windows: readonly (readonly [string, string])[]): void {
  listeners = new Map()
  shown = []
  done = []
  const open = windows.map(([url, visibilityState]) => ({
    ...{ url, visibilityState },
    postMessage: (message: unknown) => done.push([url, structuredClone(message)]),
    focus: async () => done.push([url, 'focus']),
  }))
  runInNewContext(code, {
    URL,
    navigator: { languages: ['en'] },
    addEventListener: (name: string, listener: (event: Event) => void) => listeners.set(name, listener),
    skipWaiting: async () => done.push('skip'),
    registration: {
      showNotification: async (...shownAs: unknown[]) => shown.push(structuredClone(shownAs)),
    },
    clients: { matchAll: async () => open, openWindow: async (path: string) => done.push(['opened', path]) },
  })
}

/** Sends an event and waits for its work. */
async function send(name: string, event: Event = {}): Promise<void> {
  let work: unknown
  listeners.get(name)?.({ ...event, waitUntil: (promise: unknown) => (work = promise) })
  await work
}

const click = (data: unknown) =>
  send('notificationclick', { notification: { data, close: () => done.push('closed') } })

describe('the service worker', () => {
  beforeEach(() => start())

  test('answers no requests, and replaces an older one at once', async () => {
    assert.deepEqual([...listeners.keys()], ['install', 'push', 'notificationclick'])
    await send('install')
    assert.deepEqual(done, ['skip'])
  })

  test('shows a push with its text, tag and path', async () => {
    const push = { title: 'a', body: 'b', tag: 't', path: '/order', lang: 'en', dir: 'ltr', renotify: true }
    await send('push', { data: { text: () => JSON.stringify(push) } })
    const options = { body: 'b', tag: 't', data: { path: '/order' }, lang: 'en', dir: 'ltr', renotify: true }
    assert.deepEqual(shown, [['a', { ...options, icon: '/icon-192.png', badge: '/badge-96.png' }]])
  })

  test('shows a general notification for a push without data', async () => {
    await send('push', { data: null })
    assert.equal(shown.length, 1)
  })

  test('a tap without an open app opens it', async () => {
    start(['https://m.example.com/desk/users', 'visible'])
    await click({ path: '/order' })
    assert.deepEqual(done, ['closed', ['opened', '/order']])
  })

  test('a tap goes to the path in the visible window of the app', async () => {
    const visible = 'https://m.example.com/trade'
    start(['https://m.example.com/', 'hidden'], [visible, 'visible'])
    await click({ path: '/order' })
    assert.deepEqual(done, ['closed', [visible, { kind: 'open', path: '/order' }], [visible, 'focus']])
  })

  test('a tap never opens another site', async () => {
    for (const data of [{ path: '//evil.example' }, { path: 'https://evil.example' }, null, undefined]) {
      start()
      await click(data)
      assert.deepEqual(done, ['closed', ['opened', '/mine/notices']])
    }
  })
})
