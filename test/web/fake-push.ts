// A browser with push, and a server that keeps its subscriptions.
import { callFailure } from '#browser/calls/call-failure.ts'
import type { Call } from '#browser/calls/call-request.ts'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import { createBrowserPush } from '#web/push/browser-push.ts'
import { createPushDevice, type PushUser } from '#web/push/push-device.ts'
import type { PushSupport } from '#web/push/push-support.ts'

/** Two public keys of a server. */
export const serverKeys = ['AQID-_8', 'AQID-_4'] as const

type FakeSubscription = Pick<PushSubscription, 'endpoint' | 'options' | 'toJSON' | 'unsubscribe'>

export function createFakePush(support: PushSupport = 'supported') {
  const timers = createFakeTimers()
  /** What happened, in order. */
  const events: string[] = []
  const world = {
    permission: 'default' as NotificationPermission,
    /** How the user answers the browser's question. */
    answer: 'granted' as NotificationPermission,
    serverKey: serverKeys[0] as string,
    language: 'en',
    user: { id: 7, token: 'token-7' } as PushUser | undefined,
    /** Whether the server sends to the push service of this browser. */
    isServiceKnown: true,
    isServerDown: false,
    isPushServiceDown: false,
    doesWorkerStart: true,
    text: undefined as string | undefined,
    subscription: undefined as FakeSubscription | undefined,
  }
  let made = 0
  const pushManager = {
    getSubscription: async () => world.subscription ?? null,
    async subscribe({ applicationServerKey, userVisibleOnly }: PushSubscriptionOptionsInit = {}) {
      if (world.isPushServiceDown) throw new DOMException('no push service', 'AbortError')
      if (world.permission !== 'granted' || userVisibleOnly !== true) throw new DOMException('not allowed')
      made += 1
      const endpoint = `https://push.example/${made}`
      events.push(`subscribed ${made}`)
      const key = Uint8Array.from(applicationServerKey as Uint8Array).buffer
      world.subscription = {
        endpoint,
        options: { applicationServerKey: key, userVisibleOnly: true },
        toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
        async unsubscribe() {
          if (world.isPushServiceDown) throw new DOMException('no push service', 'AbortError')
          events.push('unsubscribed')
          world.subscription = undefined
          return true
        },
      }
      return world.subscription
    },
  }
  const registration = { pushManager } as unknown as ServiceWorkerRegistration
  const call = (async ({ path, input }) => {
    if (world.isServerDown) throw new Error('no network')
    if (path === '/api/push/key') return { key: world.serverKey }
    events.push(`${path.split('/').at(-1)} ${world.language} ${input?.['endpoint']}`)
    if (path === '/api/push/subscribe' && !world.isServiceKnown) throw unknownService()
    return null
  }) as Call
  const browser = createBrowserPush({
    support,
    notification: {
      get permission() {
        return world.permission
      },
      async requestPermission() {
        events.push('asked')
        world.permission = world.answer
        return world.answer
      },
    },
    serviceWorker: {
      register: async (path) => {
        events.push(`registered ${path}`)
        return registration
      },
      get ready() {
        return world.doesWorkerStart ? Promise.resolve(registration) : new Promise<never>(() => undefined)
      },
      getRegistration: async () => registration,
    },
    timers,
  })
  return {
    world,
    events,
    timers,
    /** The app after a start of the page. */
    open: () =>
      createPushDevice({
        ...{ call, browser },
        stored: {
          read: () => world.text,
          write: (text) => {
            world.text = text
          },
        },
        user: () => world.user,
        language: () => world.language,
        now: timers.now,
      }),
  }
}

function unknownService(): Error {
  const about = { code: 0, msg: '', field: 'endpoint', figures: {}, data: null }
  return callFailure({ kind: 'refused', reason: 'push_service_unknown', ...about })
}
