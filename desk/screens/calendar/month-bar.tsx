import { type FormEvent, useState } from 'react'
import { useTranslate, useTranslations } from '#desk/parts/desk-parts.tsx'
import type { MonthFilter } from '#desk/screens/calendar/month-filter.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SelectField } from '#ui/select-field.tsx'

type MonthBarProps = {
  readonly filter: MonthFilter
  readonly onShift: (months: number) => void
  readonly onShow: (change: Partial<MonthFilter>) => void
}

/** The month with its neighbours, and filters. */
export function MonthBar({ filter, onShift, onShow }: MonthBarProps) {
  const { t, locale } = useTranslations()
  return (
    <div className="mb-3 flex flex-wrap items-end gap-3">
      <div className="flex min-h-12 items-center">
        <IconButton icon="chevron-back" label={t('calendar.previous_month')} onSelect={() => onShift(-1)} />
        <span aria-live="polite" className="min-w-32 text-center font-semibold">
          {monthName(filter.month, locale)}
        </span>
        <IconButton icon="chevron-forward" label={t('calendar.next_month')} onSelect={() => onShift(1)} />
      </div>
      <SelectField
        label={t('calendar.field.importance')}
        onChange={(text) => onShow({ importance: Number(text) })}
        options={[
          { value: '1', label: t('calendar.any') },
          { value: '2', label: t('calendar.medium_and_high') },
          { value: '3', label: t('calendar.importance.3') },
        ]}
        value={String(filter.importance)}
      />
      <Search filter={filter} onShow={onShow} />
    </div>
  )
}

function Search({ filter, onShow }: Pick<MonthBarProps, 'filter' | 'onShow'>) {
  const t = useTranslate()
  const [search, setSearch] = useState(filter.search)
  const [currency, setCurrency] = useState(filter.currency)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onShow({ search: search.trim(), currency: currency.trim().toUpperCase() })
  }
  return (
    <form className="flex flex-wrap items-end gap-3" onSubmit={submit}>
      <div className="w-28">
        <Field
          dir="ltr"
          label={t('calendar.field.currency')}
          maxLength={5}
          onChange={(event) => setCurrency(event.target.value)}
          value={currency}
        />
      </div>
      <div className="w-56">
        <Field
          dir="auto"
          label={t('calendar.search')}
          maxLength={100}
          onChange={(event) => setSearch(event.target.value)}
          value={search}
        />
      </div>
      <Button icon="search" type="submit" variant="secondary">
        {t('calendar.show')}
      </Button>
    </form>
  )
}

function monthName(month: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    ...{ timeZone: 'UTC', numberingSystem: 'latn', calendar: 'gregory', month: 'long', year: 'numeric' },
  })
  return format.format(Date.parse(`${month}-01T00:00:00Z`))
}
