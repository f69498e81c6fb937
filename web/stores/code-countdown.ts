import { isRecord, parseRecord } from '#web/platform/parse-record.ts'
import type { CancelTimer, Timers } from '#web/platform/timers.ts'
import type { StoredText } from '#web/stores/stored-text.ts'

/** How long until another code may be asked for, by whom it goes to and what for. It outlives the screen and the page. */
export type CodeCountdown = {
  /** 0 when one may be asked for now. */
  readonly secondsLeft: (recipient: string) => number
  readonly begin: (recipient: string, seconds: number) => void
  /** Called whenever a second may have passed. */
  readonly subscribe: (listener: () => void) => () => void
}

type Parts = { readonly stored: StoredText; readonly now: () => number; readonly timers: Timers }

type Wait = { readonly endMs: number; readonly seconds: number }

export const codeCountdownStorageKey = 'openlot.code_countdown'
export const codeCountdownSeconds = 60

/** What a server may ask for; beyond that its answer is nonsense. */
const longestSeconds = 24 * 60 * 60
const mostRecipients = 20

export function createCodeCountdown({ stored, now, timers }: Parts): CodeCountdown {
  const listeners = new Set<{ readonly listener: () => void }>()
  let cancel: CancelTimer | undefined

  const waits = () => readWaits(stored.read()).filter(([, wait]) => leftMs(wait, now()) > 0)

  function tick(): void {
    cancel?.()
    cancel = undefined
    const left = waits().map(([, wait]) => leftMs(wait, now()))
    // To the next moment at which one of them shows another second.
    if (listeners.size > 0 && left.length > 0) cancel = timers.after(Math.min(...left.map(untilNext)), tell)
  }
  function tell(): void {
    for (const { listener } of [...listeners]) listener()
    tick()
  }
  return {
    secondsLeft(recipient) {
      const wait = waits().find(([name]) => name === recipient)?.[1]
      return wait === undefined ? 0 : Math.ceil(leftMs(wait, now()) / 1000)
    },
    begin(recipient, asked) {
      const seconds = Math.min(Math.max(Math.ceil(asked), 1), longestSeconds)
      const others = waits().filter(([name]) => name !== recipient)
      const wait: Wait = { endMs: now() + seconds * 1000, seconds }
      const newest = [...others, [recipient, wait] as const].slice(-mostRecipients)
      stored.write(JSON.stringify(Object.fromEntries(newest)))
      tell()
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

/** Never longer than it was to be: a clock that was set back must not keep anybody waiting. */
function leftMs({ endMs, seconds }: Wait, nowMs: number): number {
  return Math.min(endMs - nowMs, seconds * 1000)
}

function untilNext(left: number): number {
  return left % 1000 === 0 ? 1000 : left % 1000
}

function readWaits(text: string | undefined): readonly (readonly [string, Wait])[] {
  return Object.entries(parseRecord(text ?? '') ?? {}).flatMap(([name, wait]) => {
    const { endMs, seconds } = isRecord(wait) ? wait : {}
    const isWait = typeof endMs === 'number' && typeof seconds === 'number' && seconds <= longestSeconds
    return isWait ? [[name, { endMs, seconds }] as const] : []
  })
}
