import type { CallFailure } from '#browser/calls/call-failure.ts'
import { isCallFailure } from '#browser/calls/call-failure.ts'
import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { DeskCalls } from '#desk/calls/desk-calls.ts'

export type Preview = {
  /** Of the last answer, until a newer one arrives. */
  readonly html: string
  readonly failure: CallFailure | undefined
}

export type PreviewStore = ReadableStore<Preview> & {
  /** The first body is rendered at once, later ones when typing pauses. */
  readonly show: (body: string) => void
  readonly retry: () => void
  readonly stop: () => void
}

export const previewDelayMs = 400

type PreviewParts = { readonly render: DeskCalls['previewText']; readonly timers: Timers }

/** Renders Markdown on the server while it is typed. Only the answer to the newest body is shown. */
export function createPreview({ render, timers }: PreviewParts): PreviewStore {
  const preview = createValueStore<Preview>({ html: '', failure: undefined })
  let newest: string | undefined
  let request = new AbortController()
  let cancelTimer: CancelTimer = () => {}

  function stop(): void {
    cancelTimer()
    request.abort()
  }
  async function send(body: string): Promise<void> {
    stop()
    request = new AbortController()
    const { signal } = request
    try {
      const { html } = body.trim() === '' ? { html: '' } : await render({ body }, { signal })
      if (!signal.aborted) preview.set({ html, failure: undefined })
    } catch (failure) {
      if (!isCallFailure(failure)) throw failure
      if (!signal.aborted) preview.set({ ...preview.getSnapshot(), failure })
    }
  }
  return {
    getSnapshot: preview.getSnapshot,
    subscribe: preview.subscribe,
    show(body) {
      if (body === newest) return
      const isFirst = newest === undefined
      newest = body
      stop()
      if (isFirst) void send(body)
      else cancelTimer = timers.after(previewDelayMs, () => void send(body))
    },
    retry: () => void send(newest ?? ''),
    stop() {
      stop()
      // Mounted again, the component shows its body at once.
      newest = undefined
    },
  }
}
