import { isRecord, parseRecord } from '#browser/platform/parse-record.ts'
import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import type { StoredText } from '#browser/storage/stored-text.ts'

/** Wait before another code may be requested, per recipient and purpose. Stored, so that a reload does not end it. */
export type CodeCountdown = {
  /** 0 if a code may be requested now. */
  readonly secondsLeft: (recipient: string) => number
  readonly begin: (recipient: string, seconds: number) => void
  /** Calls the listener whenever `secondsLeft` may have changed. */
  readonly subscribe: (listener: () => void) => () => void
}

type Parts = { readonly stored: StoredText; readonly now: () => number; readonly timers: Timers }

type Wait = { readonly endMs: number; readonly seconds: number }

export const codeCountdownStorageKey = 'openlot.code_countdown'
export const codeCountdownSeconds = 60

/** Longer waits from the server are cut to this. */
const maxSeconds = 24 * 60 * 60
const maxRecipients = 20

export function createCodeCountdown({ stored, now, timers }: Parts): CodeCountdown {
  const listeners = new Set<{ readonly listener: () => void }>()
  let cancel: CancelTimer | undefined

  const waits = () => readWaits(stored.read()).filter(([, wait]) => leftMs(wait, now()) > 0)

  function tick(): void {
    cancel?.()
    cancel = undefined
    const left = waits().map(([, wait]) => leftMs(wait, now()))
    // The timer runs when the display of any wait changes to the next second.
    if (listeners.size > 0 && left.length > 0) cancel = timers.after(Math.min(...left.map(untilNext)), notify)
  }
  function notify(): void {
    for (const { listener } of [...listeners]) listener()
    tick()
  }
  return {
    secondsLeft(recipient) {
      const wait = waits().find(([name]) => name === recipient)?.[1]
      return wait === undefined ? 0 : Math.ceil(leftMs(wait, now()) / 1000)
    },
    begin(recipient, requested) {
      const seconds = Math.min(Math.max(Math.ceil(requested), 1), maxSeconds)
      const others = waits().filter(([name]) => name !== recipient)
      const wait: Wait = { endMs: now() + seconds * 1000, seconds }
      const newest = [...others, [recipient, wait] as const].slice(-maxRecipients)
      stored.write(JSON.stringify(Object.fromEntries(newest)))
      notify()
    },
    subscribe(listener) {
      const entry = { listener }
      listeners.add(entry)
      tick()
      return () => {
        listeners.delete(entry)
        tick()
      }
    },
  }
}

/** At most the original wait, because a clock set back would otherwise lengthen it. */
function leftMs({ endMs, seconds }: Wait, nowMs: number): number {
  return Math.min(endMs - nowMs, seconds * 1000)
}

function untilNext(left: number): number {
  return left % 1000 === 0 ? 1000 : left % 1000
}

function readWaits(text: string | undefined): readonly (readonly [string, Wait])[] {
  return Object.entries(parseRecord(text ?? '') ?? {}).flatMap(([name, wait]) => {
    const { endMs, seconds } = isRecord(wait) ? wait : {}
    const isWait = typeof endMs === 'number' && typeof seconds === 'number' && seconds <= maxSeconds
    return isWait ? [[name, { endMs, seconds }] as const] : []
  })
}
