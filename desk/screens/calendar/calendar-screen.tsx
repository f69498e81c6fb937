import { useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { DeskEvent } from '#contract/desk/calendar.ts'
import { titleIn } from '#core/calendar/calendar-event.ts'
import { isRoleAllowed } from '#core/user/operator-role.ts'
import { type Column, DataTable, Pagination, TableSkeleton } from '#desk/parts/data-table.tsx'
import { useParts, useStore, useTranslate, useTranslations } from '#desk/parts/desk-parts.tsx'
import { FormDialog } from '#desk/parts/form-dialog.tsx'
import { isOutdated, useMutation } from '#desk/parts/mutation.ts'
import { Page } from '#desk/parts/page.tsx'
import { QueryView, useServerQuery } from '#desk/parts/query.tsx'
import { languageNames } from '#desk/parts/text-language.ts'
import { EventDialog } from '#desk/screens/calendar/event-dialog.tsx'
import { EventTime } from '#desk/screens/calendar/event-time.tsx'
import { ImportDialog } from '#desk/screens/calendar/import-dialog.tsx'
import { MonthBar } from '#desk/screens/calendar/month-bar.tsx'
import {
  boundsOf,
  filterFrom,
  type MonthFilter,
  monthOf,
  queryOf,
  shiftMonth,
} from '#desk/screens/calendar/month-filter.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

type Open =
  | { readonly kind: 'edit'; readonly event: DeskEvent | undefined }
  | { readonly kind: 'remove'; readonly event: DeskEvent }
  | { readonly kind: 'import' }

/** The economic calendar: one month as a list. */
export function CalendarScreen() {
  const t = useTranslate()
  const { calls, clock, statusPoll } = useParts()
  const role = useStore(statusPoll).operator?.role
  const [, go] = useLocation()
  const thisMonth = monthOf(useStore(clock))
  const filter = filterFrom(useSearch(), thisMonth)
  const [open, setOpen] = useState<Open>()
  const { month, page, importance, currency, search } = filter
  const query = useServerQuery(['calendar', month, page, importance, currency, search], (options) =>
    calls.calendar({ ...filter, ...boundsOf(month) }, options),
  )
  const show = (next: Partial<MonthFilter>) =>
    go(`/calendar${queryOf({ ...filter, page: 1, ...next }, thisMonth)}`)
  const close = () => setOpen(undefined)
  const settle = () => {
    close()
    void query.refetch()
  }
  /** The dialog can be closed during an import, and another one opened. */
  const settleImport = () => {
    setOpen((shown) => (shown?.kind === 'import' ? undefined : shown))
    void query.refetch()
  }
  const reload = async (id: number) => (await query.refetch()).data?.data.find((event) => event.id === id)
  const canEdit = role !== undefined && isRoleAllowed(role, ['content'])
  return (
    <Page
      actions={
        canEdit ? (
          <span className="flex gap-2">
            <Button
              icon="upload"
              onClick={() => setOpen({ kind: 'import' })}
              size="small"
              variant="secondary"
            >
              {t('calendar.import')}
            </Button>
            <Button icon="plus" onClick={() => setOpen({ kind: 'edit', event: undefined })} size="small">
              {t('calendar.add')}
            </Button>
          </span>
        ) : null
      }
      text={t('calendar.text')}
      title={t('nav.calendar')}
    >
      <MonthBar
        filter={filter}
        key={search}
        onShift={(by) => show({ month: shiftMonth(month, by) })}
        onShow={show}
      />
      <QueryView failedTitle={t('calendar.failed')} query={query} skeleton={<TableSkeleton />}>
        {({ data, total }) =>
          total === 0 ? (
            <EmptyState icon="calendar" title={t('calendar.empty')} />
          ) : (
            <div className="grid grid-cols-1 gap-2">
              <Events canEdit={canEdit} events={data} onOpen={setOpen} />
              <Pagination onTurn={(next) => show({ page: next })} page={page} total={total} />
            </div>
          )
        }
      </QueryView>
      {open?.kind === 'edit' ? (
        <EventDialog event={open.event} month={month} onClose={close} onSettled={settle} reload={reload} />
      ) : null}
      {open?.kind === 'remove' ? (
        <RemoveDialog event={open.event} onClose={close} onSettled={settle} reload={reload} />
      ) : null}
      {open?.kind === 'import' ? <ImportDialog onClose={close} onSettled={settleImport} /> : null}
    </Page>
  )
}

type EventsProps = {
  readonly events: readonly DeskEvent[]
  readonly canEdit: boolean
  readonly onOpen: (open: Open) => void
}

function Events({ events, canEdit, onOpen }: EventsProps) {
  const { t, spoken, locale } = useTranslations()
  const titleOf = ({ titles }: DeskEvent) => titleIn(titles, spoken).title
  const actions: Column<DeskEvent> = {
    key: 'actions',
    head: t('calendar.actions'),
    cell: (event) => (
      <span className="-ms-3 -my-2 flex flex-col items-start xl:flex-row">
        <Button
          aria-label={t('calendar.change_of', { title: titleOf(event) })}
          onClick={() => onOpen({ kind: 'edit', event })}
          size="small"
          variant="quiet"
        >
          {t('calendar.change')}
        </Button>
        <Button
          aria-label={t('calendar.remove_of', { title: titleOf(event) })}
          onClick={() => onOpen({ kind: 'remove', event })}
          size="small"
          variant="quiet"
        >
          {t('calendar.remove')}
        </Button>
      </span>
    ),
  }
  const columns: readonly Column<DeskEvent>[] = [
    {
      key: 'time',
      head: t('calendar.field.time'),
      className: 'min-w-24 tabular-nums xl:whitespace-nowrap',
      cell: (event) => <EventTime event={event} />,
    },
    {
      key: 'place',
      head: t('calendar.field.country'),
      cell: ({ country, currency }) => <span className="ltr-isolate">{`${country} · ${currency}`}</span>,
      className: 'whitespace-nowrap',
    },
    {
      key: 'importance',
      head: t('calendar.field.importance'),
      cell: ({ importance }) => t(`calendar.importance.${importanceOf(importance)}`),
    },
    {
      key: 'title',
      head: t('calendar.field.titles'),
      className: 'min-w-40 wrap-anywhere lg:min-w-28',
      cell: (event) => (
        <>
          <span className="block font-semibold">
            <bdi>{titleOf(event)}</bdi>
          </span>
          <span className="text-12 text-dim">
            {languageNames(Object.keys(event.titles).sort(), locale)}
            {event.source === '' ? null : (
              <>
                {' · '}
                <bdi>{event.source}</bdi>
              </>
            )}
          </span>
        </>
      ),
    },
    ...(['forecast', 'previous', 'actual'] as const).map((name) => ({
      key: name,
      head: t(`calendar.field.${name}`),
      cell: (event: DeskEvent) => <bdi className="wrap-anywhere">{event[name]}</bdi>,
    })),
    ...(canEdit ? [actions] : []),
  ]
  return <DataTable columns={columns} keyOf={({ id }) => id} label={t('nav.calendar')} rows={events} />
}

export function importanceOf(importance: number): 1 | 2 | 3 {
  return importance === 3 ? 3 : importance === 2 ? 2 : 1
}

type RemoveDialogProps = {
  readonly event: DeskEvent
  readonly reload: (id: number) => Promise<DeskEvent | undefined>
  readonly onClose: () => void
  readonly onSettled: () => void
}

/** An event that someone else has changed is shown as it is now, to be confirmed again. */
function RemoveDialog({ event: opened, reload, onClose, onSettled }: RemoveDialogProps) {
  const { t, spoken } = useTranslations()
  const { calls } = useParts()
  const { run, isBusy } = useMutation(calls.removeEvent)
  const focus = useRef<HTMLElement>(null)
  const [event, setEvent] = useState(opened)
  const confirm = async () => {
    const result = await run({ id: event.id, revision: event.revision })
    if (result.isDone) return onSettled()
    if (!isOutdated(result.reason)) return
    const newer = await reload(event.id)
    if (newer === undefined) onClose()
    else setEvent(newer)
  }
  return (
    <FormDialog
      busy={isBusy}
      confirmLabel={t('calendar.remove')}
      focus={focus}
      onClose={onClose}
      onConfirm={() => void confirm()}
      text={t('calendar.remove.text')}
      title={t('calendar.remove.title')}
      tone="danger"
    >
      <p className="font-semibold wrap-anywhere">
        <bdi>{titleIn(event.titles, spoken).title}</bdi>
      </p>
    </FormDialog>
  )
}
