import { browserTimers } from '#browser/platform/timers.ts'
import { browserStorage, storedText } from '#browser/storage/stored-text.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import { createBrowserPush } from '#web/push/browser-push.ts'
import { createPushDevice, type PushDevice } from '#web/push/push-device.ts'
import { pushStorageKey } from '#web/push/push-storage-key.ts'
import { pushSupport } from '#web/push/push-support.ts'

/** Pushes to this browser. Created at the first use; from then on it follows the user and the language. */
export function pushDeviceOf({ late }: AppParts): PushDevice {
  return late.once(createAppPushDevice)
}

function createAppPushDevice({ caller, currentUser, translations, now }: AppParts): PushDevice {
  const language = () => translations.getSnapshot().language
  const device = createPushDevice({
    call: caller.call,
    browser: thisBrowser(),
    stored: storedText(browserStorage(), pushStorageKey),
    user() {
      const account = currentUser.getSnapshot()
      return account.kind === 'known' ? { id: account.user.id, token: account.token } : undefined
    },
    language,
    now,
  })
  const follow = () => {
    device.refresh()
    void device.sync()
  }
  currentUser.subscribe(follow)
  translations.subscribe(follow)
  follow()
  return device
}

function thisBrowser() {
  const hasPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  const isInstalled =
    matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true
  return createBrowserPush({
    support: pushSupport({
      ...{ hasPush, isInstalled },
      ...{ userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints },
    }),
    notification: hasPush ? Notification : undefined,
    serviceWorker: hasPush ? navigator.serviceWorker : undefined,
    timers: browserTimers,
  })
}
