import { useEffect, useState } from 'react'
import { browserTimers } from '#browser/platform/timers.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Chips } from '#ui/chips.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { List } from '#ui/list.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { readCalendar } from '#web/calls/calendar.ts'
import { useDictionary, useParts, useTranslations } from '#web/parts/app-parts.tsx'
import { isolate } from '#web/parts/bidi.ts'
import { type CalendarDay, type LocalDay, localDay } from '#web/parts/calendar/event-day.ts'
import { EventRow } from '#web/parts/calendar/event-row.tsx'
import { dayTitle, weekTitle, zoneName } from '#web/parts/calendar/event-text.ts'
import { useServerQuery } from '#web/parts/server-query.ts'
import {
  daysOf,
  nextEvent,
  rangeOfWeek,
  shiftDay,
  startOf,
  weekOf,
} from '#web/screens/news/calendar/calendar-week.ts'

const levels = ['1', '2', '3'] as const
type Level = (typeof levels)[number]

const keyOf = ({ day }: CalendarDay): string => day

/** Estimated height of a day in pixels. */
const rowPx = 320

/** The economic calendar, week by week in the time zone of the device. */
export function CalendarView() {
  const t = useDictionary('calendar')
  const nowMs = useMinute()
  const today = localDay(nowMs)
  const [shift, setShift] = useState(0)
  const [level, setLevel] = useState<Level>('1')
  const monday = weekOf(today, shift)
  const query = useServerQuery({
    key: ['calendar', monday, level],
    read: (call, signal) => readCalendar(call, { ...rangeOfWeek(monday), importance: Number(level) }, signal),
    isTranslated: true,
  })
  const days = daysOf(monday, query.data?.data ?? [])
  const next = shift === 0 ? nextEvent(days, nowMs) : undefined
  const filters = [
    { value: '1', label: t('calendar.filter.1') },
    { value: '2', label: t('calendar.filter.2') },
    { value: '3', label: t('calendar.filter.3') },
  ] as const
  const reload = () => void query.refetch()
  return (
    <>
      <div className="grid grid-cols-1 gap-2 border-b border-line px-4 pt-2 pb-3">
        <WeekBar monday={monday} onShift={setShift} shift={shift} />
        <Chips items={filters} label={t('calendar.filter')} onChange={setLevel} value={level} />
        <TimeZone monday={monday} />
      </div>
      {query.data?.is_cut === 1 ? <Notice className="mx-4 mt-3">{t('calendar.cut')}</Notice> : null}
      <List
        empty={<EmptyState icon="calendar" text={t('calendar.none_text')} title={t('calendar.none')} />}
        failedText={t('calendar.failed')}
        items={days}
        keyOf={keyOf}
        label={t('calendar.list')}
        onRefresh={reload}
        onRetry={reload}
        rowPx={rowPx}
        skeleton={<EventSkeleton />}
        state={query.isFetching ? 'loading' : query.isError ? 'failed' : 'ready'}
      >
        {(day) => <DayEvents day={day} isToday={day.day === today} nextId={next?.id} />}
      </List>
    </>
  )
}

const minuteMs = 60_000

/** The current time, updated every minute. */
function useMinute(): number {
  const { now } = useParts()
  const [nowMs, setNowMs] = useState(now)
  useEffect(() => {
    // The screen may have been hidden for hours.
    setNowMs(now())
    let cancel = browserTimers.after(minuteMs, tick)
    function tick(): void {
      setNowMs(now())
      cancel = browserTimers.after(minuteMs, tick)
    }
    return () => cancel()
  }, [now])
  return nowMs
}

type WeekBarProps = {
  readonly monday: LocalDay
  readonly shift: number
  readonly onShift: (shift: number) => void
}

/** Years back and ahead that can be chosen, in weeks. */
const mostWeeks = 520

function WeekBar({ monday, shift, onShift }: WeekBarProps) {
  const t = useDictionary('calendar')
  const { locale } = useTranslations()
  return (
    <div className="-mx-2.5 flex items-center gap-1">
      <IconButton
        disabled={shift <= -mostWeeks}
        icon="chevron-back"
        label={t('calendar.previous_week')}
        onSelect={() => onShift(shift - 1)}
      />
      <span aria-live="polite" className="grow text-center font-semibold text-balance tabular-nums">
        {isolate(weekTitle(monday, shiftDay(monday, 6), locale))}
      </span>
      {shift === 0 ? null : (
        <Button onClick={() => onShift(0)} size="small" variant="quiet">
          {t('calendar.this_week')}
        </Button>
      )}
      <IconButton
        disabled={shift >= mostWeeks}
        icon="chevron-forward"
        label={t('calendar.next_week')}
        onSelect={() => onShift(shift + 1)}
      />
    </div>
  )
}

function TimeZone({ monday }: { monday: LocalDay }) {
  const t = useDictionary('calendar')
  const { locale } = useTranslations()
  return (
    <p className="text-12 text-dim">
      {t('calendar.zone', { zone: isolate(zoneName(startOf(monday), locale)) })}
    </p>
  )
}

type DayEventsProps = {
  readonly day: CalendarDay
  readonly isToday: boolean
  readonly nextId: number | undefined
}

function DayEvents({ day: { day, events }, isToday, nextId }: DayEventsProps) {
  const t = useDictionary('calendar')
  const { locale } = useTranslations()
  return (
    <section>
      <h2 className="sticky top-0 z-10 flex items-center gap-2 bg-ground px-4 py-2 text-13 font-semibold text-dim">
        {dayTitle(day, locale)}
        {isToday ? <Badge tone="accent">{t('calendar.today')}</Badge> : null}
      </h2>
      <ul className="[&>li+li]:border-t [&>li+li]:border-line">
        {events.map((event) => (
          <li key={event.id}>
            <EventRow event={event} isNext={event.id === nextId} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function EventSkeleton() {
  return (
    <div className="grid grid-cols-[3.5rem_1fr] gap-x-3 px-4 py-3">
      <Skeleton className="h-4 w-11" />
      <div className="grid gap-2">
        <Skeleton className="h-3 w-28" />
        <Skeleton className="w-3/4" />
        <Skeleton className="h-3 w-1/2" />
      </div>
    </div>
  )
}
