// The part of a service worker's scope that is used here. The library of workers cannot be loaded beside that of pages.

export type ExtendableEvent = { readonly waitUntil: (work: Promise<unknown>) => void }

export type PushEvent = ExtendableEvent & { readonly data: { readonly text: () => string } | null }

export type NotificationClickEvent = ExtendableEvent & { readonly notification: Notification }

export type AppWindow = {
  readonly url: string
  readonly visibilityState: DocumentVisibilityState
  readonly focus: () => Promise<unknown>
  readonly postMessage: (message: unknown) => void
}

/** `renotify` is not in the library, because not every browser knows it. */
export type ShownOptions = NotificationOptions & { readonly renotify: boolean }

export type WorkerScope = {
  readonly navigator: { readonly languages: readonly string[] }
  readonly registration: {
    readonly showNotification: (title: string, options: ShownOptions) => Promise<void>
  }
  readonly clients: {
    readonly matchAll: (of: {
      readonly type: 'window'
      readonly includeUncontrolled: boolean
    }) => Promise<readonly AppWindow[]>
    readonly openWindow: (path: string) => Promise<unknown>
  }
  readonly skipWaiting: () => Promise<void>
  readonly addEventListener: {
    (name: 'install', listener: (event: ExtendableEvent) => void): void
    (name: 'push', listener: (event: PushEvent) => void): void
    (name: 'notificationclick', listener: (event: NotificationClickEvent) => void): void
  }
}
