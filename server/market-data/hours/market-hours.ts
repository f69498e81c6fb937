import type { Market } from '#core/market/market.ts'
import type { OpenSpan, OpenSpans, SpansOf, WeeklyHours } from '#core/market/trading-hours.ts'
import { categoryIds } from '#db/seed/categories.ts'
import { hours as knownHours } from '#db/seed/hours.ts'
import { mergeSpans, openSpans } from '#server/market-data/hours/open-spans.ts'
import { createZoneClock, type ZoneClock } from '#server/market-data/hours/zone-clock.ts'

/** `relaxed`: only shares have session hours, other markets are always open. `always`: all markets are always open. */
export type HoursMode = 'real' | 'relaxed' | 'always'

export type MarketHours = {
  /** Open spans within the window. Extending the window creates a new list. */
  readonly spansOf: SpansOf
  /** Extends the window by whole days. Cheap to call often: it does its work once a day. */
  readonly extendTo: (timeMs: number) => void
}

type HoursParts = OpenSpan & {
  readonly mode: HoursMode
  readonly markets: readonly Market[]
}

const dayMs = 86_400_000
const alwaysOpen = 'always open'

/** Session hours of all markets between `fromMs` and `toMs`. Markets with the same hours share one list. */
export function createMarketHours({ mode, markets, fromMs, toMs }: HoursParts): MarketHours {
  const names = new Map(markets.map((market) => [market.id, hoursOf(market, mode)]))
  const spans = new Map<string, OpenSpans>()
  const clockOf = createClocks()
  let knownToMs = fromMs

  function extendTo(timeMs: number): void {
    if (timeMs <= knownToMs) return
    const nextToMs = Math.ceil(timeMs / dayMs) * dayMs
    for (const name of new Set(names.values())) {
      const added = addedTo(name, { fromMs: knownToMs, toMs: nextToMs })
      spans.set(name, mergeSpans([...(spans.get(name) ?? []), ...added]))
    }
    knownToMs = nextToMs
  }

  function addedTo(name: string, window: OpenSpan): OpenSpans {
    if (name === alwaysOpen) return [window]
    const hours = (knownHours as Readonly<Record<string, WeeklyHours>>)[name]
    if (hours === undefined) throw new Error(`unknown session hours ${name}`)
    return openSpans(hours, window.fromMs, window.toMs, clockOf(hours.zone))
  }

  function spansOf(marketId: number): OpenSpans {
    const found = spans.get(names.get(marketId) ?? '')
    if (found === undefined) throw new Error(`market ${marketId} has no session hours`)
    return found
  }

  extendTo(toMs)
  return { spansOf, extendTo }
}

function hoursOf({ categoryId, hours }: Market, mode: HoursMode): string {
  if (mode === 'real' || (mode === 'relaxed' && categoryId === categoryIds.shares)) return hours
  return alwaysOpen
}

/** One clock for each time zone: all hours of a zone share its cached offsets. */
function createClocks(): (zone: string) => ZoneClock {
  const clocks = new Map<string, ZoneClock>()
  return (zone) => {
    const clock = clocks.get(zone) ?? createZoneClock(zone)
    clocks.set(zone, clock)
    return clock
  }
}
