import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { ConnectionStatusStore } from '#web/live/connection-status.ts'

export type QuoteAgeParts = {
  readonly connection: ConnectionStatusStore
  readonly timers: Timers
  readonly now: () => number
  /** When the market list, which includes quotes, was last fetched. */
  readonly listedAtMs: () => number | undefined
}

const secondMs = 1_000

/** Seconds since the last quotes were received, updated every second. Undefined unless the connection is gone. */
export function createQuoteAge(parts: QuoteAgeParts): ReadableStore<number | undefined> {
  const { connection, timers, now } = parts
  const age = createValueStore<number | undefined>(undefined)
  let cancel: CancelTimer | undefined

  function update(): void {
    cancel?.()
    cancel = undefined
    const isGone = connection.getSnapshot() === 'gone'
    const receivedAtMs = Math.max(connection.quotesAtMs() ?? 0, parts.listedAtMs() ?? 0)
    // Never negative, even if the clock is set back.
    const ageMs = Math.max(0, now() - receivedAtMs)
    age.set(isGone && receivedAtMs > 0 ? Math.floor(ageMs / secondMs) : undefined)
    if (isGone) cancel = timers.after(secondMs - (ageMs % secondMs), update)
  }
  connection.subscribe(update)
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
