import type { ChangeEvent } from 'react'
import { complaintLimits } from '#core/complaint/complaint.ts'
import { Button } from '#ui/button.tsx'
import { Chips } from '#ui/chips.tsx'
import { classes } from '#ui/classes.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { List } from '#ui/list.tsx'
import { Notice } from '#ui/notice.tsx'
import { ScrollContainer } from '#ui/scroll-container.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { useAccount, useDictionary } from '#web/parts/app-parts.tsx'
import { usePagedList } from '#web/parts/lists/use-paged-list.ts'
import { useDateFormat } from '#web/parts/use-date-format.ts'
import {
  type ComplaintDraft,
  isFull,
  isLeftOut,
  isPicked,
  withoutRecord,
  withRecord,
} from '#web/screens/complaints/complaint-draft.ts'
import {
  type PickableRecord,
  type RecordList,
  readRecords,
  recordLists,
} from '#web/screens/complaints/pickable-records.ts'

type RecordPickerProps = {
  /** The list that the address names. */
  readonly list: string | undefined
  readonly onList: (list: RecordList) => void
  readonly onClose: () => void
  readonly draft: ComplaintDraft
  readonly onChange: (next: ComplaintDraft) => void
}

/** A sheet with the user's own orders, deposits and withdrawals, to be ticked. */
export function RecordPicker({ list, onList, onClose, draft, onChange }: RecordPickerProps) {
  const t = useDictionary('complaints')
  const account = useAccount()
  const lists = recordLists(account.kind === 'known' && account.user.is_demo === 1)
  const shown = lists.find((name) => name === list) ?? 'history'
  const { records: limit } = complaintLimits
  return (
    <Sheet
      footer={
        <Button full onClick={onClose} size="large">
          {t('complaints.pick.done', { count: draft.records.length })}
        </Button>
      }
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      open={list !== undefined}
      swipe="title"
      title={t('complaints.pick')}
    >
      <Chips
        className="-mx-4 px-4"
        items={lists.map((value) => ({ value, label: t(`complaints.pick.${value}`) }))}
        label={t('complaints.pick.lists')}
        onChange={onList}
        value={shown}
      />
      {isFull(draft) ? (
        <Notice className="mt-2" icon="info" live tone="warn">
          {t('complaints.records.limit', { limit })}
        </Notice>
      ) : null}
      {/* The sheet scrolls, not the screen below it. */}
      <ScrollContainer value={null}>
        <PickableList draft={draft} key={shown} list={shown} onChange={onChange} />
      </ScrollContainer>
    </Sheet>
  )
}

const keyOf = ({ id }: PickableRecord) => String(id)

type PickableListProps = Pick<RecordPickerProps, 'draft' | 'onChange'> & { readonly list: RecordList }

/** Keyed by list. */
function PickableList({ list, draft, onChange }: PickableListProps) {
  const t = useDictionary('complaints')
  const { status, items, hasMore, loadMore, retry } = usePagedList<PickableRecord>({
    key: ['pick', list],
    readPage: (call, page, signal) => readRecords(call, list, page, signal),
    keyOf,
  })
  return (
    <div className="-mx-4 mt-1 min-h-64">
      <List
        empty={<EmptyState title={t('complaints.pick.none')} />}
        failedText={t('complaints.pick.failed')}
        hasMore={hasMore}
        items={items}
        keyOf={keyOf}
        label={t(`complaints.pick.${list}`)}
        onMore={hasMore ? loadMore : undefined}
        onRetry={retry}
        skeletonCount={4}
        state={status}
      >
        {(record) => <PickableRow draft={draft} onChange={onChange} record={record} />}
      </List>
    </div>
  )
}

type PickableRowProps = Pick<RecordPickerProps, 'draft' | 'onChange'> & { readonly record: PickableRecord }

function PickableRow({ record, draft, onChange }: PickableRowProps) {
  const t = useDictionary('complaints')
  const { dateTime } = useDateFormat()
  const { kind, id, note, at } = record
  const isChecked = isPicked(draft, record)
  const isOff = isLeftOut(draft, record)
  const toggle = (event: ChangeEvent<HTMLInputElement>) =>
    onChange(event.target.checked ? withRecord(draft, { kind, id, note }) : withoutRecord(draft, record))
  return (
    <label
      className={classes(
        'relative flex min-h-13 items-center gap-3 px-4 py-2',
        isOff ? 'opacity-45' : 'cursor-pointer hover:bg-hover active:bg-hover',
      )}
    >
      {/* Covers the row, so that all of it is the target. */}
      <input
        checked={isChecked}
        className="peer absolute inset-0 size-full opacity-0"
        disabled={isOff}
        onChange={toggle}
        type="checkbox"
      />
      <span
        aria-hidden="true"
        className="grid size-5.5 shrink-0 place-items-center rounded-8 border border-edge text-accent-ink peer-checked:border-accent peer-checked:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent"
      >
        {isChecked ? <Icon name="check" size={16} strokeWidth={3} /> : null}
      </span>
      <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-3">
        <span>
          <span className="font-semibold ltr-isolate">{note}</span>
          <span className="block text-12 text-dim">{t(`complaints.record.${kind}`, { id: String(id) })}</span>
        </span>
        <span className="text-12 text-dim tabular-nums">{dateTime(at)}</span>
      </span>
    </label>
  )
}
