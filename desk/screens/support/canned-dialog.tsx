import { useRef, useState } from 'react'
import { reasonOf } from '#browser/calls/call-failure.ts'
import { failureMessage } from '#browser/calls/caller.ts'
import type { CannedAnswer } from '#contract/desk/support.ts'
import { supportLimits } from '#core/support/support.ts'
import { useParts, useTranslations } from '#desk/parts/desk-parts.tsx'
import { FormDialog } from '#desk/parts/form-dialog.tsx'
import { mergeForm } from '#desk/parts/merge-form.ts'
import { MergedNotice } from '#desk/parts/merged-notice.tsx'
import { isOutdated, useMutation } from '#desk/parts/mutation.ts'
import {
  type CannedForm,
  cannedFaults,
  cannedFormOf,
  cannedInput,
} from '#desk/screens/support/canned-form.ts'
import { languages } from '#i18n/languages.ts'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'

type CannedDialogProps = {
  /** Undefined to add one. */
  readonly answer: CannedAnswer | undefined
  /** The answer as it is now; undefined if it was removed. */
  readonly reload: (id: number) => Promise<CannedAnswer | undefined>
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** Adds or changes a prepared answer. What was typed stays, also if someone else changes the answer. */
export function CannedDialog({ answer: opened, reload, onSaved, onClose }: CannedDialogProps) {
  const { t, spoken } = useTranslations()
  const { calls } = useParts()
  const { run, isBusy, failure } = useMutation(calls.saveCannedAnswer)
  const first = useRef<HTMLInputElement>(null)
  const [answer, setAnswer] = useState(opened)
  const [form, setForm] = useState(() => cannedFormOf(opened, spoken))
  const [isTried, setIsTried] = useState(false)
  const found = cannedFaults(form)
  const change = (next: Partial<CannedForm>) => setForm({ ...form, ...next })
  const isMerged = answer !== opened
  const errorOf = (field: 'title' | 'text', limit: number) =>
    isTried && found[field] !== undefined ? t(`canned.fault.${found[field]}`, { limit }) : undefined
  const confirm = async () => {
    setIsTried(true)
    if (found.title !== undefined || found.text !== undefined) return
    const result = await run(cannedInput(form, answer))
    if (result.isDone) onSaved()
    else if (answer !== undefined && isOutdated(result.reason)) await takeNewer(answer)
  }
  const takeNewer = async (before: CannedAnswer) => {
    const newer = await reload(before.id)
    if (newer === undefined || newer.revision === before.revision) return
    setAnswer(newer)
    setForm((typed) => mergeForm(typed, cannedFormOf(before, spoken), cannedFormOf(newer, spoken)))
  }
  return (
    <FormDialog
      busy={isBusy}
      confirmLabel={t('canned.save')}
      focus={first}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={t(opened === undefined ? 'canned.add' : 'canned.change')}
    >
      <SelectField
        label={t('support.column.language')}
        onChange={(language) => change({ language })}
        options={languages.map(({ code, name }) => ({ value: code, label: name }))}
        value={form.language}
      />
      <Field
        dir="auto"
        error={errorOf('title', supportLimits.cannedTitle)}
        label={t('canned.column.title')}
        onChange={({ target }) => change({ title: target.value })}
        ref={first}
        value={form.title}
      />
      <TextArea
        dir="auto"
        error={errorOf('text', supportLimits.text)}
        label={t('canned.column.text')}
        onChange={({ target }) => change({ text: target.value })}
        value={form.text}
      />
      {failure === undefined || (isMerged && reasonOf(failure) === 'changed_meanwhile') ? null : (
        <Notice icon="warning" live tone="danger">
          {failureMessage(failure, (code) => t('desk.transport', { code }))}
        </Notice>
      )}
      {isMerged ? <MergedNotice /> : null}
    </FormDialog>
  )
}
