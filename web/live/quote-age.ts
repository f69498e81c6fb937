import type { ConnectionStatusStore } from '#web/live/connection-status.ts'
import type { CancelTimer, Timers } from '#web/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'

export type QuoteAgeParts = {
  readonly connection: ConnectionStatusStore
  readonly timers: Timers
  readonly now: () => number
  /** When the list of markets was last fetched: its quotes count, too. */
  readonly listedAtMs: () => number | undefined
}

const second = 1_000

/** Seconds since the last quotes were received, while the line is gone. It grows by the second, for all who show it. */
export function createQuoteAge(parts: QuoteAgeParts): ReadableStore<number | undefined> {
  const { connection: line, timers, now } = parts
  const age = createValueStore<number | undefined>(undefined)
  let cancel: CancelTimer | undefined

  function update(): void {
    cancel?.()
    cancel = undefined
    const isGone = line.getSnapshot() === 'gone'
    const receivedAtMs = Math.max(line.quotesAtMs() ?? 0, parts.listedAtMs() ?? 0)
    // A clock that was set back makes nothing younger than now.
    const ageMs = Math.max(0, now() - receivedAtMs)
    age.set(isGone && receivedAtMs > 0 ? Math.floor(ageMs / second) : undefined)
    if (isGone) cancel = timers.after(second - (ageMs % second), update)
  }
  line.subscribe(update)
  update()
  return age
}

export type Age = { readonly unit: 'seconds' | 'minutes'; readonly count: number }

export function ageInUnits(seconds: number | undefined): Age | undefined {
  if (seconds === undefined) return undefined
  return seconds < 60
    ? { unit: 'seconds', count: seconds }
    : { unit: 'minutes', count: Math.floor(seconds / 60) }
}
