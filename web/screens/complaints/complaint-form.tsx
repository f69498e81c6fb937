import { type FormEvent, useId, useRef } from 'react'
import { complaintLimits } from '#core/complaint/complaint.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Notice } from '#ui/notice.tsx'
import { Screen } from '#ui/screen.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { complaintsPath, type RecordRef } from '#web/parts/complaints/complaint-address.ts'
import { useLateOverlay } from '#web/parts/late-code.tsx'
import { useBack } from '#web/parts/navigation.ts'
import { useUrlOverlay } from '#web/parts/url-overlay.ts'
import { isFull, textLength, withoutRecord } from '#web/screens/complaints/complaint-draft.ts'
import { useUnconfirmedComplaint } from '#web/screens/complaints/complaint-requests.ts'
import { UnconfirmedComplaint } from '#web/screens/complaints/unconfirmed-complaint.tsx'
import { type ComplaintForm, useComplaintForm } from '#web/screens/complaints/use-complaint-form.ts'

const pickerCode = {
  load: async () => (await import('#web/screens/complaints/record-picker.tsx')).RecordPicker,
}

/** Text and records of a new complaint. What is typed stays until it is sent, or the user logs out. */
export function NewComplaint({ search }: { search: string }) {
  const t = useDictionary('complaints')
  const back = useBack(complaintsPath)
  const id = useId()
  const form = useComplaintForm(search)
  const sent = useUnconfirmedComplaint()
  const picker = useUrlOverlay(complaintsPath, search, 'pick')
  const isPicking = picker.value !== undefined && sent === undefined
  const Picker = useLateOverlay(pickerCode, isPicking, picker.close)
  return (
    <Screen
      back={back}
      footer={
        sent !== undefined ? undefined : (
          <Button busy={form.isBusy} form={id} full size="large" type="submit">
            {t('complaints.send')}
          </Button>
        )
      }
      title={t('complaints.new')}
    >
      <div className="px-4 pt-1 pb-6">
        {sent !== undefined ? (
          <UnconfirmedComplaint sent={sent} />
        ) : (
          <Fields form={form} id={id} onPick={() => picker.open('history')} />
        )}
      </div>
      {Picker === undefined ? null : (
        <Picker
          draft={form.draft}
          list={isPicking ? picker.value : undefined}
          onChange={form.change}
          onClose={picker.close}
          onList={picker.open}
        />
      )}
    </Screen>
  )
}

type FieldsProps = { readonly form: ComplaintForm; readonly id: string; readonly onPick: () => void }

function Fields({ form, id, onPick }: FieldsProps) {
  const t = useDictionary('complaints')
  const area = useRef<HTMLTextAreaElement>(null)
  const { draft, fault, leftOut, isBusy } = form
  const { text: limit } = complaintLimits
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!form.submit()) area.current?.focus()
  }
  return (
    <form className="grid grid-cols-1 gap-5" id={id} noValidate onSubmit={submit}>
      {leftOut === undefined ? null : <LeftOutNotice record={leftOut} />}
      <TextArea
        aside={
          <span className="tabular-nums">
            {t('complaints.text.length', { count: textLength(draft), limit })}
          </span>
        }
        className="[&>textarea]:min-h-40"
        error={
          form.refusal('text') ?? (fault === undefined ? undefined : t(`complaints.text.${fault}`, { limit }))
        }
        hint={t('complaints.text.hint')}
        label={t('complaints.text')}
        name="text"
        onChange={(event) => form.change({ ...draft, text: event.target.value })}
        readOnly={isBusy}
        ref={area}
        value={draft.text}
      />
      <Records form={form} onPick={onPick} />
      <p className="text-12 text-dim">{t('complaints.kept')}</p>
    </form>
  )
}

/** At the top of the form: the records of a full draft fill the screen. */
function LeftOutNotice({ record }: { record: RecordRef }) {
  const t = useDictionary('complaints')
  const named = { record: t(`complaints.record.${record.kind}`, { id: String(record.id) }) }
  return (
    <Notice icon="warning" live tone="warn">
      {t('complaints.records.left_out', { ...named, limit: complaintLimits.records })}
    </Notice>
  )
}

function Records({ form: { draft, change, refusal, isBusy }, onPick }: Omit<FieldsProps, 'id'>) {
  const t = useDictionary('complaints')
  const headingId = useId()
  const error = refusal('records')
  const nameOf = ({ kind, id }: RecordRef) => t(`complaints.record.${kind}`, { id: String(id) })
  return (
    <section aria-labelledby={headingId} className="grid grid-cols-1 gap-2">
      <div className="flex items-baseline justify-between gap-3 text-13 text-dim">
        <h2 id={headingId}>{t('complaints.records')}</h2>
        <span className="shrink-0 tabular-nums">
          {t('complaints.records.count', { count: draft.records.length, limit: complaintLimits.records })}
        </span>
      </div>
      {draft.records.length === 0 ? null : (
        <ul className="overflow-hidden rounded-16 border border-line bg-surface [&>li+li]:border-t [&>li+li]:border-line">
          {draft.records.map((record) => (
            <ListRow
              control={
                <span className="-me-3 -my-2 shrink-0">
                  <IconButton
                    disabled={isBusy}
                    icon="close"
                    label={t('complaints.records.remove', { record: nameOf(record) })}
                    onSelect={() => change(withoutRecord(draft, record))}
                    size={18}
                  />
                </span>
              }
              key={`${record.kind}${record.id}`}
              label={nameOf(record)}
              note={record.note === '' ? undefined : <span className="ltr-isolate">{record.note}</span>}
            />
          ))}
        </ul>
      )}
      <Button disabled={isBusy || isFull(draft)} icon="plus" onClick={onPick} variant="secondary">
        {t('complaints.records.add')}
      </Button>
      <div aria-live="polite" className="text-12">
        {error === undefined ? (
          <span className="text-dim">{t('complaints.records.text')}</span>
        ) : (
          <span className="flex items-start gap-1 text-danger">
            <Icon name="warning" size={16} />
            {error}
          </span>
        )}
      </div>
    </section>
  )
}
