/** Store of the visible toasts. It lives outside React, so that calls and the socket can show toasts too. */

export type ToastTone = 'neutral' | 'good' | 'danger' | 'warn'

export interface ToastAction {
  readonly label: string
  readonly onSelect: () => void
}

export interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: ToastTone
  readonly action: ToastAction | undefined
  /** True while the toast fades out. */
  readonly leaving: boolean
}

export interface ToastRequest {
  readonly text: string
  readonly tone?: ToastTone | undefined
  readonly action?: ToastAction | undefined
  readonly durationMs?: number | undefined
}

export interface Toasts {
  show(request: ToastRequest): number
  /** Closes a toast, and ends a pause. */
  dismiss(id: number): void
  /** Stops all timers while the pointer or the focus is on a toast. */
  pause(): void
  resume(): void
  subscribe(listener: () => void): () => void
  snapshot(): readonly Toast[]
}

const mostAtOnce = 3
const fadeMs = 200
const defaultDurationMs = 4000

export function createToasts(): Toasts {
  let toasts: readonly Toast[] = []
  let nextId = 1
  let paused = false
  const listeners = new Set<() => void>()
  const countdowns = new Map<
    number,
    { durationMs: number; timer: ReturnType<typeof setTimeout> | undefined }
  >()

  const publish = (next: readonly Toast[]) => {
    toasts = next
    for (const listener of listeners) listener()
  }

  const remove = (id: number) => publish(toasts.filter((toast) => toast.id !== id))

  const dismiss = (id: number) => {
    const countdown = countdowns.get(id)
    if (countdown === undefined) return
    clearTimeout(countdown.timer)
    countdowns.delete(id)
    publish(toasts.map((toast) => (toast.id === id ? { ...toast, leaving: true } : toast)))
    setTimeout(() => remove(id), fadeMs)
  }

  const start = (id: number) => {
    const countdown = countdowns.get(id)
    if (countdown !== undefined) countdown.timer = setTimeout(() => dismiss(id), countdown.durationMs)
  }

  const resume = () => {
    if (!paused) return
    paused = false
    for (const id of countdowns.keys()) start(id)
  }

  return {
    show({ text, tone = 'neutral', action, durationMs = defaultDurationMs }) {
      const staying = toasts.filter((toast) => !toast.leaving)
      const same = staying.find((toast) => toast.text === text && toast.tone === tone)
      if (same !== undefined) dismiss(same.id)
      else if (staying.length >= mostAtOnce && staying[0] !== undefined) dismiss(staying[0].id)
      const id = nextId++
      countdowns.set(id, { durationMs, timer: undefined })
      publish([...toasts, { id, text, tone, action, leaving: false }])
      if (!paused) start(id)
      return id
    },
    dismiss(id) {
      dismiss(id)
      // The browser reports neither the pointer nor the focus leaving an element that is removed.
      resume()
    },
    pause() {
      paused = true
      for (const countdown of countdowns.values()) clearTimeout(countdown.timer)
    },
    resume,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: () => toasts,
  }
}
