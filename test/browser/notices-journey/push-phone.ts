// A phone whose browser subscribes at the push service of the test, which Chromium itself cannot reach. A push that the
// service has received is delivered to the real service worker through the debugging protocol.
import assert from 'node:assert/strict'
import type { BrowserContext, Page, Worker } from 'playwright-core'
import type { PushPayload } from '#contract/push-payload.ts'
import { eventually } from '#test/eventually.ts'

type BrowserKeys = { readonly endpoint: string; readonly p256dh: string; readonly auth: string }

/** Call it before the first page of the context opens. Permission is granted when the app asks for it. */
export async function subscribeAt(context: BrowserContext, keys: BrowserKeys): Promise<void> {
  await context.addInitScript(({ endpoint, ...named }) => {
    if (!('PushManager' in window)) return
    let permission = 'default'
    let present: unknown = null
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => {
      permission = 'granted'
      return 'granted'
    }
    const subscription = {
      endpoint,
      options: { applicationServerKey: null },
      toJSON: () => ({ endpoint, keys: named }),
      unsubscribe: async () => true,
    }
    PushManager.prototype.getSubscription = async () => present as PushSubscription | null
    PushManager.prototype.subscribe = async () => {
      present = subscription
      return subscription as unknown as PushSubscription
    }
  }, keys)
}

type Shown = { readonly title: string; readonly body: string; readonly tag: string }

declare global {
  var shownNotifications: Shown[] | undefined
}

/** Delivers the push as the browser would. Returns all notifications that the worker has shown so far. */
export async function deliver(page: Page, payload: PushPayload): Promise<readonly Shown[]> {
  const worker = await workerOf(page.context())
  // Headless browsers deny notifications, whatever the page was granted.
  const before = await worker.evaluate(() => {
    if (globalThis.shownNotifications === undefined) {
      const shown: Shown[] = []
      globalThis.shownNotifications = shown
      const scope = globalThis as unknown as { registration: ServiceWorkerRegistration }
      scope.registration.showNotification = async (title, { body = '', tag = '' } = {}) => {
        shown.push({ title, body, tag })
      }
    }
    return globalThis.shownNotifications.length
  })
  const protocol = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    protocol.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations
      if (found !== undefined) resolve(found.registrationId)
    })
  })
  await protocol.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  const data = JSON.stringify(payload)
  await protocol.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registered,
    data,
  })
  const all = () => worker.evaluate(() => globalThis.shownNotifications ?? [])
  await eventually(async () => (await all()).length > before)
  await protocol.detach()
  return await all()
}

async function workerOf(context: BrowserContext): Promise<Worker> {
  await eventually(() => context.serviceWorkers().length > 0)
  const [worker] = context.serviceWorkers()
  return worker ?? assert.fail()
}
