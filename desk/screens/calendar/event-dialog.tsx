import { useRef, useState } from 'react'
import type { DeskEvent } from '#contract/desk/calendar.ts'
import { eventLimits, eventValues } from '#core/calendar/calendar-event.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { FormDialog } from '#desk/parts/form-dialog.tsx'
import { MergedNotice } from '#desk/parts/merged-notice.tsx'
import { isOutdated, useMutation } from '#desk/parts/mutation.ts'
import {
  type EventForm,
  emptyForm,
  type FormFaults,
  formFaults,
  formOf,
  mergeEvent,
  ownZone,
  saveInput,
  zonesWith,
} from '#desk/screens/calendar/event-form.ts'
import { languages } from '#i18n/languages.ts'
import { Field } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'

type EventDialogProps = {
  /** Undefined to add one. */
  readonly event: DeskEvent | undefined
  /** `YYYY-MM`, for the date of a new event. */
  readonly month: string
  /** The event as it is now; undefined if it is no longer listed. */
  readonly reload: (id: number) => Promise<DeskEvent | undefined>
  readonly onSettled: () => void
  readonly onClose: () => void
}

/** Adds or changes an event. What was typed stays until it is saved, also if someone else changes the event. */
export function EventDialog({ event: opened, month, reload, onSettled, onClose }: EventDialogProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const { run, isBusy } = useMutation(calls.saveEvent)
  const first = useRef<HTMLInputElement>(null)
  const [event, setEvent] = useState(opened)
  const [form, setForm] = useState(() =>
    event === undefined ? emptyForm(ownZone(), `${month}-01`) : formOf(event, ownZone()),
  )
  const [isTried, setIsTried] = useState(false)
  const faults = isTried ? formFaults(form) : {}
  const confirm = async () => {
    setIsTried(true)
    if (Object.keys(formFaults(form)).length > 0) return
    const result = await run(saveInput(form, event))
    if (result.isDone) onSettled()
    else if (event !== undefined && isOutdated(result.reason)) await takeNewer(event)
  }
  const takeNewer = async (before: DeskEvent) => {
    const newer = await reload(before.id)
    if (newer === undefined || newer.revision === before.revision) return
    setEvent(newer)
    setForm((typed) => mergeEvent(typed, formOf(before, ownZone()), formOf(newer, ownZone())))
  }
  const change = (next: Partial<EventForm>) => setForm({ ...form, ...next })
  const errorOf = (field: keyof FormFaults) => {
    const fault = faults[field]
    return fault === undefined ? undefined : t(`calendar.problem.${fault}`)
  }
  const parts = { form, change, errorOf }
  return (
    <FormDialog
      busy={isBusy}
      confirmLabel={t('calendar.save')}
      focus={first}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={t(event === undefined ? 'calendar.add' : 'calendar.change')}
    >
      <div className="grid grid-cols-2 items-start gap-3">
        <Field
          dir="ltr"
          error={errorOf('time')}
          label={t('calendar.field.date')}
          onChange={({ target }) => change({ date: target.value })}
          ref={first}
          type="date"
          value={form.date}
        />
        <Field
          dir="ltr"
          hint={t('calendar.time_hint')}
          label={t('calendar.field.time')}
          onChange={({ target }) => change({ time: target.value })}
          type="time"
          value={form.time}
        />
      </div>
      <ZoneField onChange={(zone) => change({ zone })} zone={form.zone} />
      <PlaceFields {...parts} />
      <TitleFields {...parts} />
      {eventValues.map((name) => (
        <Field
          dir="auto"
          error={errorOf(name)}
          key={name}
          label={t(`calendar.field.${name}`)}
          maxLength={eventLimits.value}
          onChange={({ target }) => change({ [name]: target.value })}
          value={form[name]}
        />
      ))}
      {event === opened ? null : <MergedNotice />}
    </FormDialog>
  )
}

export function ZoneField({ zone, onChange }: { zone: string; onChange: (zone: string) => void }) {
  const t = useTranslate()
  return (
    <SelectField
      label={t('calendar.field.zone')}
      onChange={onChange}
      options={zonesWith(ownZone()).map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
      value={zone}
    />
  )
}

type FieldsProps = {
  readonly form: EventForm
  readonly change: (next: Partial<EventForm>) => void
  readonly errorOf: (field: keyof FormFaults) => string | undefined
}

function PlaceFields({ form, change, errorOf }: FieldsProps) {
  const t = useTranslate()
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        <Field
          dir="ltr"
          error={errorOf('country')}
          hint={t('calendar.country_hint')}
          label={t('calendar.field.country')}
          maxLength={3}
          onChange={({ target }) => change({ country: target.value })}
          value={form.country}
        />
        <Field
          dir="ltr"
          error={errorOf('currency')}
          hint={t('calendar.currency_hint')}
          label={t('calendar.field.currency')}
          maxLength={5}
          onChange={({ target }) => change({ currency: target.value })}
          value={form.currency}
        />
      </div>
      <SelectField
        label={t('calendar.field.importance')}
        onChange={(text) => change({ importance: text === '3' ? '3' : text === '2' ? '2' : '1' })}
        options={(['1', '2', '3'] as const).map((value) => ({
          value,
          label: t(`calendar.importance.${value}`),
        }))}
        value={form.importance}
      />
    </>
  )
}

/** Titles in the main languages, those there are, and a choice of further ones. */
function TitleFields({ form, change, errorOf }: FieldsProps) {
  const t = useTranslate()
  const shown = languages.filter(({ code }) => Object.hasOwn(form.titles, code))
  const others = languages.filter(({ code }) => !Object.hasOwn(form.titles, code))
  return (
    <>
      {shown.map(({ code, name, locale, direction }) => (
        <Field
          dir={direction}
          error={code === 'en' ? errorOf('titles') : undefined}
          key={code}
          label={t('calendar.title_in', { language: name })}
          lang={locale}
          maxLength={eventLimits.title}
          onChange={({ target }) => change({ titles: { ...form.titles, [code]: target.value } })}
          value={form.titles[code] ?? ''}
        />
      ))}
      {others.length === 0 ? null : (
        <SelectField
          label={t('calendar.add_language')}
          onChange={(code) => (code === '' ? undefined : change({ titles: { ...form.titles, [code]: '' } }))}
          options={[
            { value: '', label: t('calendar.choose_language') },
            ...others.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          value=""
        />
      )}
    </>
  )
}
