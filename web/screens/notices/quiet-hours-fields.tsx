import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import type { QuietHours } from '#web/notices/preference-changes.ts'
import { useDictionary, useParts, useTranslations } from '#web/parts/app-parts.tsx'
import { isolate } from '#web/parts/bidi.ts'
import { zoneName } from '#web/parts/calendar/event-text.ts'
import { deviceZone, minuteOfTime, timeOfMinute } from '#web/screens/notices/quiet-hours-state.ts'

type QuietHoursFieldsProps = {
  readonly hours: QuietHours
  readonly onChange: (hours: QuietHours) => void
}

type Ends = { readonly quiet_from: string; readonly quiet_to: string }

/** A change sets the zone of this device: the fields show its clock. Two equal times are not saved. */
export function QuietHoursFields({ hours, onChange }: QuietHoursFieldsProps) {
  const t = useDictionary('notices')
  const { locale } = useTranslations()
  const { now } = useParts()
  /** Times that cannot be saved, as they were typed. */
  const [unsaved, setUnsaved] = useState<Ends>()
  const zone = deviceZone()
  const shown = unsaved ?? {
    quiet_from: timeOfMinute(hours.quiet_from),
    quiet_to: timeOfMinute(hours.quiet_to),
  }
  const change = (end: keyof Ends, time: string) => {
    const typed = { ...shown, [end]: time }
    const [from, to] = [minuteOfTime(typed.quiet_from), minuteOfTime(typed.quiet_to)]
    const canSave = from !== undefined && to !== undefined && from !== to
    setUnsaved(canSave ? undefined : typed)
    if (canSave) onChange({ quiet_from: from, quiet_to: to, zone })
  }
  const nameOf = (each: string) => isolate(each === zone ? zoneName(now(), locale) : each)
  return (
    <div className="grid grid-cols-1 gap-2 pt-3">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
        {(['quiet_from', 'quiet_to'] as const).map((end) => (
          <Field
            key={end}
            label={t(end === 'quiet_from' ? 'notices.quiet.from' : 'notices.quiet.to')}
            onBlur={() => {
              if (shown[end] === '') setUnsaved(undefined)
            }}
            onChange={(event) => change(end, event.target.value)}
            type="time"
            value={shown[end]}
          />
        ))}
      </div>
      <p aria-live="polite" className="text-12 text-danger empty:hidden">
        {unsaved !== undefined && unsaved.quiet_from === unsaved.quiet_to ? t('notices.quiet.same') : null}
      </p>
      <p className="text-12 break-words text-dim">{t('notices.quiet.zone', { zone: nameOf(hours.zone) })}</p>
      {hours.zone === zone ? null : (
        <Button onClick={() => onChange({ ...hours, zone })} size="small" variant="secondary">
          {t('notices.quiet.use_zone', { zone: nameOf(zone) })}
        </Button>
      )}
    </div>
  )
}
