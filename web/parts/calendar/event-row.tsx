import { textLanguage } from '#browser/i18n/text-language.ts'
import type { CalendarItem } from '#contract/calls/calendar.ts'
import { Badge } from '#ui/badge.tsx'
import { classes } from '#ui/classes.ts'
import { useDictionary, useTranslations } from '#web/parts/app-parts.tsx'
import { isolate } from '#web/parts/bidi.ts'
import { countryName, eventTime } from '#web/parts/calendar/event-text.ts'
import { ImportanceBars } from '#web/parts/calendar/importance-bars.tsx'

type EventRowProps = {
  readonly event: CalendarItem
  /** The first event that is still to come. */
  readonly isNext?: boolean
}

/** One event: time, country, importance and title, and its values below. */
export function EventRow({ event, isNext = false }: EventRowProps) {
  const t = useDictionary('calendar')
  const { locale } = useTranslations()
  return (
    <div
      className={classes(
        'grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-3 border-s-2 py-3 ps-3.5 pe-4',
        isNext ? 'border-accent bg-accent-soft' : 'border-transparent',
      )}
    >
      <div className="grid content-start justify-items-start gap-1.5">
        <time className="text-15 font-semibold tabular-nums" dateTime={event.time}>
          {event.is_all_day === 1 ? (
            <span className="text-12">{t('calendar.all_day')}</span>
          ) : (
            isolate(eventTime(event.time, locale))
          )}
        </time>
        <ImportanceBars importance={event.importance} />
      </div>
      <div className="grid grid-cols-1 gap-1.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-dim">
          <span>{countryName(event.country, locale)}</span>
          <span aria-hidden>·</span>
          <span>{event.currency}</span>
          {isNext ? <Badge tone="accent">{t('calendar.next')}</Badge> : null}
        </div>
        <div
          {...textLanguage(event.language)}
          className={classes('text-15 break-words', event.importance === 3 && 'font-semibold')}
        >
          {event.title}
        </div>
        <EventValues event={event} />
      </div>
    </div>
  )
}

function EventValues({ event: { actual, forecast, previous } }: { event: CalendarItem }) {
  const t = useDictionary('calendar')
  if (actual === '' && forecast === '' && previous === '') return null
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,4.5rem),1fr))] gap-x-3 gap-y-1">
      <Value isStrong label={t('calendar.actual')} value={actual} />
      <Value label={t('calendar.forecast')} value={forecast} />
      <Value label={t('calendar.previous')} value={previous} />
    </dl>
  )
}

type ValueProps = { readonly label: string; readonly value: string; readonly isStrong?: boolean }

function Value({ label, value, isStrong = false }: ValueProps) {
  const t = useDictionary('calendar')
  return (
    <div className="min-w-0">
      <dt className="text-12 text-dim">{label}</dt>
      <dd className={classes('text-13 break-words tabular-nums', isStrong && 'font-semibold')}>
        {value === '' ? (
          <>
            <span aria-hidden className="text-dim">
              –
            </span>
            <span className="sr-only">{t('calendar.unknown')}</span>
          </>
        ) : (
          <bdi>{value}</bdi>
        )}
      </dd>
    </div>
  )
}
