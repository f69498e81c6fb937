import type { Market } from '#core/market/market.ts'
import type { OpenSpan, OpenSpans, SpansOf, WeeklyHours } from '#core/market/trading-hours.ts'
import { categoryIds } from '#db/seed/categories.ts'
import { hours as knownHours } from '#db/seed/hours.ts'
import { joinSpans, openSpans } from '#server/market-data/hours/open-spans.ts'
import { createLocalClock, type LocalClock } from '#server/market-data/hours/zone-clock.ts'

/** `relaxed`: shares keep the hours of their exchange, all else is always open. `always`: everything is. */
export type HoursMode = 'real' | 'relaxed' | 'always'

export type Hours = {
  /** Within the window; a new list after the window has grown. */
  readonly spansOf: SpansOf
  /** Lets the window reach this moment, by whole days: cheap to ask for often, and little to do once a day. */
  readonly extendTo: (timeMs: number) => void
}

type HoursParts = OpenSpan & {
  readonly mode: HoursMode
  readonly markets: readonly Market[]
}

const dayMs = 86_400_000
const alwaysOpen = 'always open'

/** When markets are open from `fromMs` to `toMs`. Markets with the same hours share one list. */
export function createHours({ mode, markets, fromMs, toMs }: HoursParts): Hours {
  const names = new Map(markets.map((market) => [market.id, hoursOf(market, mode)]))
  const spans = new Map<string, OpenSpans>()
  const clockOf = createClocks()
  let knownToMs = fromMs

  function extendTo(timeMs: number): void {
    if (timeMs <= knownToMs) return
    const nextToMs = Math.ceil(timeMs / dayMs) * dayMs
    for (const name of new Set(names.values())) {
      const added = addedTo(name, { fromMs: knownToMs, toMs: nextToMs })
      spans.set(name, joinSpans([...(spans.get(name) ?? []), ...added]))
    }
    knownToMs = nextToMs
  }

  function addedTo(name: string, window: OpenSpan): OpenSpans {
    if (name === alwaysOpen) return [window]
    const hours = (knownHours as Readonly<Record<string, WeeklyHours>>)[name]
    if (hours === undefined) throw new Error(`there are no hours with the name ${name}`)
    return openSpans(hours, window.fromMs, window.toMs, clockOf(hours.zone))
  }

  function spansOf(marketId: number): OpenSpans {
    const found = spans.get(names.get(marketId) ?? '')
    if (found === undefined) throw new Error(`nobody knows the hours of market ${marketId}`)
    return found
  }

  extendTo(toMs)
  return { spansOf, extendTo }
}

function hoursOf({ categoryId, hours }: Market, mode: HoursMode): string {
  if (mode === 'real' || (mode === 'relaxed' && categoryId === categoryIds.shares)) return hours
  return alwaysOpen
}

/** One for each zone, so that what it has found out serves all hours of the zone. */
function createClocks(): (zone: string) => LocalClock {
  const clocks = new Map<string, LocalClock>()
  return (zone) => {
    const clock = clocks.get(zone) ?? createLocalClock(zone)
    clocks.set(zone, clock)
    return clock
  }
}
