import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import type { SubscribePushInput } from '#contract/calls/push.ts'
import { isSameKey, keyBytes } from '#web/push/push-key.ts'
import type { PushSupport } from '#web/push/push-support.ts'

/** The push functions of the browser. */
export type BrowserPush = {
  readonly support: PushSupport
  /** `default`: the user was not asked yet, or has not answered. */
  readonly permission: () => NotificationPermission
  /** Asks the user. Must be called within the handling of a tap. */
  readonly requestPermission: () => Promise<NotificationPermission>
  /** The subscription of this browser for the server's key, made if there is none. Needs the permission. */
  readonly subscribe: (key: string) => Promise<SubscribePushInput>
  /** Ends the subscription, if there is one. */
  readonly unsubscribe: () => Promise<void>
}

type Parts = {
  readonly support: PushSupport
  readonly notification: Pick<typeof Notification, 'permission' | 'requestPermission'> | undefined
  readonly serviceWorker: Pick<ServiceWorkerContainer, 'register' | 'ready' | 'getRegistration'> | undefined
  readonly timers: Timers
}

const workerPath = '/sw.js'
/** A worker that fails to start leaves the browser waiting without an end. */
const workerTimeoutMs = 15_000

export function createBrowserPush({ support, notification, serviceWorker, timers }: Parts): BrowserPush {
  async function startedWorker(): Promise<ServiceWorkerRegistration> {
    if (serviceWorker === undefined) throw new Error('no service workers')
    await serviceWorker.register(workerPath)
    let cancel: CancelTimer = () => undefined
    const late = new Promise<never>((_, reject) => {
      cancel = timers.after(workerTimeoutMs, () => reject(new Error('the service worker did not start')))
    })
    return await Promise.race([serviceWorker.ready, late]).finally(cancel)
  }
  return {
    support,
    permission: () => notification?.permission ?? 'denied',
    requestPermission: async () => (await notification?.requestPermission()) ?? 'denied',
    async subscribe(key) {
      const { pushManager } = await startedWorker()
      const bytes = keyBytes(key)
      const present = await pushManager.getSubscription()
      if (present !== null && isSameKey(present.options.applicationServerKey, bytes)) return inputOf(present)
      // A browser refuses a second subscription with another key.
      await present?.unsubscribe()
      return inputOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes }))
    },
    async unsubscribe() {
      const registration = await serviceWorker?.getRegistration(workerPath)
      await (await registration?.pushManager.getSubscription())?.unsubscribe()
    },
  }
}

function inputOf(subscription: PushSubscription): SubscribePushInput {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' }
}
