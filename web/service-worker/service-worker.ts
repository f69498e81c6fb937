// The service worker of the app, served as /sw.js. It shows pushes and opens what they are about. It answers no requests
// of pages, so it cannot serve an outdated app. The app subscribes again at each start, so a subscription that the browser
// has replaced (`pushsubscriptionchange`) is known to the server from then on.
import { isAppWindow, localPath, readPush } from '#web/service-worker/read-push.ts'
import type { PushEvent, WorkerScope } from '#web/service-worker/worker-scope.ts'

const scope = globalThis as unknown as WorkerScope

// A newer worker replaces this one at once: pages do not depend on it.
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))

scope.addEventListener('push', (event) => event.waitUntil(show(event)))

scope.addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  const data: unknown = notification.data
  const path = typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined
  event.waitUntil(open(localPath(path)))
})

async function show({ data }: PushEvent): Promise<void> {
  const push = readPush(data?.text(), scope.navigator.languages)
  const { title, body, tag, path, lang, dir, renotify } = push
  const pictures = { icon: '/icon-192.png', badge: '/badge-96.png' }
  await scope.registration.showNotification(title, {
    ...{ body, tag, data: { path }, lang, dir, renotify },
    ...pictures,
  })
}

/** Shows the path in a window that is already open, the visible one if any. The app goes there when it is told. */
async function open(path: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const own = windows.filter(({ url }) => isAppWindow(url))
  const found = own.find(({ visibilityState }) => visibilityState === 'visible') ?? own[0]
  if (found === undefined) {
    await scope.clients.openWindow(path)
    return
  }
  found.postMessage({ kind: 'open', path })
  await found.focus()
}
