import { useState } from 'react'
import { useLocation } from 'wouter'
import type { CalendarListInput } from '#contract/calls/calendar.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'
import { readCalendar } from '#web/calls/calendar.ts'
import { useDictionary, useTranslations } from '#web/parts/app-parts.tsx'
import { isolate } from '#web/parts/bidi.ts'
import type { CalendarDay } from '#web/parts/calendar/event-day.ts'
import { EventRow } from '#web/parts/calendar/event-row.tsx'
import { dayTitle, zoneName } from '#web/parts/calendar/event-text.ts'
import { useServerQuery } from '#web/parts/server-query.ts'
import { byDay } from '#web/screens/trade/chart/event-request.ts'

type EventSheetProps = {
  /** Undefined while the sheet is closed. */
  readonly opened: CalendarListInput | undefined
  readonly onClose: () => void
}

const calendarUrl = '/news?view=calendar'

/** The events of a mark on the chart. */
export function EventSheet({ opened, onClose }: EventSheetProps) {
  const t = useDictionary('calendar')
  const [, go] = useLocation()
  const [last, setLast] = useState(opened)
  if (opened !== undefined && !isSame(opened, last)) setLast(opened)
  // Keeps the last events during the closing animation.
  const shown = opened ?? last
  const openCalendar = () => {
    onClose()
    go(calendarUrl)
  }
  return (
    <Sheet
      footer={
        <ButtonLink full href={calendarUrl} onSelect={openCalendar} variant="secondary">
          {t('calendar.marks.open')}
        </ButtonLink>
      }
      onOpenChange={(open) => (open ? undefined : onClose())}
      open={opened !== undefined}
      title={t('calendar.marks.sheet')}
    >
      {shown === undefined ? null : <EventList asked={shown} isOpen={opened !== undefined} />}
    </Sheet>
  )
}

function isSame(one: CalendarListInput, other: CalendarListInput | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

type EventListProps = { readonly asked: CalendarListInput; readonly isOpen: boolean }

function EventList({ asked, isOpen }: EventListProps) {
  const t = useDictionary('calendar')
  const words = useUiLabels()
  const { locale } = useTranslations()
  const query = useServerQuery({
    key: ['calendar-mark', JSON.stringify(asked)],
    read: (call, signal) => readCalendar(call, asked, signal),
    isTranslated: true,
    isEnabled: isOpen,
  })
  if (query.data === undefined && query.isError) {
    const retry = (
      <Button icon="refresh" onClick={() => void query.refetch()} variant="secondary">
        {words.retry}
      </Button>
    )
    return <EmptyState action={retry} icon="warning" title={t('calendar.failed')} />
  }
  if (query.data === undefined)
    return (
      <div aria-label={words.loading} className="grid min-h-24 place-items-center text-dim" role="status">
        <Spinner size={24} />
      </div>
    )
  if (query.data.data.length === 0) return <EmptyState icon="calendar" title={t('calendar.marks.none')} />
  return (
    <>
      {byDay(query.data.data).map((day) => (
        <DayOfMark day={day} key={day.day} />
      ))}
      <p className="pt-2 text-12 text-dim">
        {t('calendar.zone', { zone: isolate(zoneName(Number(asked.from), locale)) })}
      </p>
    </>
  )
}

function DayOfMark({ day: { day, events } }: { day: CalendarDay }) {
  const { locale } = useTranslations()
  return (
    <section>
      <h3 className="py-1 text-13 font-semibold text-dim">{dayTitle(day, locale)}</h3>
      {/* A row has the padding of a screen, which the sheet has too. */}
      <ul className="-mx-4 [&>li+li]:border-t [&>li+li]:border-line">
        {events.map((event) => (
          <li key={event.id}>
            <EventRow event={event} />
          </li>
        ))}
      </ul>
    </section>
  )
}
