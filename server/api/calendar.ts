// The economic calendar as users see it: a list of events, and their times for charts.
import { calendarList, calendarMarks } from '#contract/calls/calendar.ts'
import { answered, refused } from '#contract/outcome.ts'
import { timeToWire } from '#contract/time-format.ts'
import { type Importance, importances, titleIn } from '#core/calendar/calendar-event.ts'
import { currenciesOfMarket } from '#core/calendar/market-currencies.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import type { Calendar, StoredEvent } from '#server/calendar/calendar.ts'
import { type Route, route } from '#server/gateway/gateway.ts'
import type { MarketData } from '#server/market-data/market-data.ts'

const dayMs = 86_400_000
const longestListDays = 35
const longestMarksDays = 400

export function readCalendar(calendar: Pick<Calendar, 'list'>): Route {
  return route(calendarList, async ({ currency, importance, ...bounds }, { language }) => {
    const range = rangeOf(bounds, longestListDays)
    if ('field' in range) return refused('invalid_input', range)
    const currencies = currency === undefined ? undefined : currency.split(',').sort()
    const list = await calendar.list({ ...range, currencies, importance: importanceOf(importance) })
    if (list === 'busy') return refused('busy')
    return answered({
      data: list.events.map((event) => itemOf(event, language)),
      is_cut: Number(list.isCut),
    })
  })
}

type MarkParts = {
  readonly calendar: Pick<Calendar, 'marks'>
  readonly marketData: Pick<MarketData, 'view' | 'categories'>
}

export function readCalendarMarks({ calendar, marketData }: MarkParts): Route {
  const codes = new Map(marketData.categories.map(({ id, code }) => [id, code]))
  return route(calendarMarks, async ({ forex_id: marketId, importance, all_day, ...bounds }) => {
    const market = marketData.view(marketId)?.market
    if (market === undefined) return refused('invalid_input', { field: 'forex_id' })
    const range = rangeOf(bounds, longestMarksDays)
    if ('field' in range) return refused('invalid_input', range)
    const currencies = currenciesOfMarket({ ...market, category: codes.get(market.categoryId) ?? '' })
    const filter = { currencies, importance: importanceOf(importance), withAllDay: all_day === 1 }
    const marks = await calendar.marks({ ...range, ...filter })
    if (marks === 'busy') return refused('busy')
    return answered({
      currencies: currencies.join(','),
      data: marks.map(({ timeMs, importance: highest }) => ({
        time: timeToWire(timeMs),
        importance: highest,
      })),
    })
  })
}

type Bounds = { readonly from: string; readonly to: string }
type Range = { readonly fromMs: number; readonly toMs: number }

function rangeOf({ from, to }: Bounds, longestDays: number): Range | { readonly field: string } {
  const fromMs = boundOf(from, 0)
  const toMs = boundOf(to, dayMs)
  if (fromMs === undefined) return { field: 'from' }
  const isAllowed = toMs !== undefined && toMs > fromMs && toMs - fromMs <= longestDays * dayMs
  return isAllowed ? { fromMs, toMs } : { field: 'to' }
}

/** Beyond this PostgreSQL and the calendar have no times. */
const latestMs = Date.UTC(9999, 0, 1)

/** A day stands for its start, plus `dayOffsetMs`. */
function boundOf(text: string, dayOffsetMs: number): number | undefined {
  const timeMs = text.includes('-') ? startOfDay(text) + dayOffsetMs : Number(text)
  return timeMs <= latestMs ? timeMs : undefined
}

/** `NaN` for a day that does not exist: `Date.parse` reads 30 February as 2 March. */
function startOfDay(text: string): number {
  const timeMs = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(timeMs) || timeToWire(timeMs).startsWith(text) ? timeMs : Number.NaN
}

function importanceOf(number: number): Importance {
  return importances.find((importance) => importance === number) ?? 1
}

function itemOf(event: StoredEvent, language: LanguageCode) {
  const { id, timeMs, isAllDay, titles, country, currency, importance, forecast, previous, actual } = event
  return {
    id,
    time: timeToWire(timeMs),
    is_all_day: Number(isAllDay),
    ...{ country, currency, importance },
    ...titleIn(titles, language),
    ...{ forecast, previous, actual },
  }
}
