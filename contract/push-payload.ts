/** What a push carries, encrypted for one browser. Its service worker reads it. */
export type PushPayload = {
  readonly title: string
  readonly body: string
  /** A push replaces a shown one with the same tag. A hash: it says nothing about the notice. */
  readonly tag: string
  /** Screen of the app that opens. */
  readonly path: string
  /** Locale and direction of the text. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  /** Whether the phone rings again if it replaces one. */
  readonly renotify: boolean
}
