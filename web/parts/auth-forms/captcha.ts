import type { Call } from '#browser/calls/call-request.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import { readCaptcha } from '#web/calls/session.ts'

export type CaptchaState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly id: string; readonly picture: string }
  | { readonly kind: 'failed' }

/** The current captcha picture. Each picture accepts one answer. */
export type Captcha = ReadableStore<CaptchaState> & {
  /** Loads a new picture. */
  readonly draw: () => Promise<void>
}

export function createCaptcha(call: Call): Captcha {
  const state = createValueStore<CaptchaState>({ kind: 'loading' })
  let newest = 0
  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    async draw() {
      newest += 1
      const drawing = newest
      state.set({ kind: 'loading' })
      const drawn = await readCaptcha(call).catch(() => undefined)
      if (drawing !== newest) return
      const isPicture = drawn?.b64s.startsWith('data:image/') === true
      state.set(isPicture ? { kind: 'ready', id: drawn.id, picture: drawn.b64s } : { kind: 'failed' })
    },
  }
}
