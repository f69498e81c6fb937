import { elapsedBetween, type Instant, instantNow } from '#server/market-data/market-state.ts'
import type { Source } from '#server/market-data/sources.ts'
import type { Clock } from '#server/platform/clock.ts'

/** The connection to a source counts as lost after this long without any event from it. */
const sourceTimeoutMs = 15_000
/** The longest pause of an uninterrupted connection. During a longer one, ticks may have been missed. */
export const longestPauseMs = 5_000

export type LiveSource = Source & {
  /** Arrival of its last event of any kind; initially the start of the server. */
  lastEventAt: Instant
  /** Number of longer pauses since the start. */
  pauses: number
}

/** Whether a source sent anything recently. */
export type SourceStatus = { readonly name: string; readonly isLive: boolean }

export type SourceLiveness = {
  /** The source that an event names; undefined if the feed has no such source. */
  readonly findByKey: (key: string) => LiveSource | undefined
  /** The source that a quote names. */
  readonly findByName: (name: string | undefined) => LiveSource | undefined
  /** Records the arrival of an event. */
  readonly hear: (source: LiveSource) => void
  readonly isSilent: (source: LiveSource) => boolean
  readonly statuses: () => readonly SourceStatus[]
}

/** Keeps the arrival of the last event of each source. The events of one source say nothing about another. */
export function createSourceLiveness(sources: readonly Source[], clock: Clock): SourceLiveness {
  const all = sources.map((source): LiveSource => ({ ...source, lastEventAt: instantNow(clock), pauses: 0 }))
  const byKey = new Map(all.map((source) => [source.key, source]))
  const byName = new Map(all.map((source) => [source.name, source]))

  function isSilent({ lastEventAt }: LiveSource): boolean {
    return elapsedBetween(lastEventAt, instantNow(clock)) > sourceTimeoutMs
  }
  return {
    findByKey: (key) => byKey.get(key),
    findByName: (name) => (name === undefined ? undefined : byName.get(name)),
    hear(source) {
      const now = instantNow(clock)
      if (elapsedBetween(source.lastEventAt, now) > longestPauseMs) source.pauses += 1
      source.lastEventAt = now
    },
    isSilent,
    statuses: () => all.map((source) => ({ name: source.name, isLive: !isSilent(source) })),
  }
}
