import { useRef, useState } from 'react'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { FormDialog } from '#desk/parts/form-dialog.tsx'
import { ChangeList, SecondOperatorNotice } from '#desk/screens/currencies/currency-parts.tsx'
import type { DestinationDialogProps } from '#desk/screens/currencies/destination-list.tsx'
import {
  type BankField,
  bankFieldNames,
  bankFields,
  type WireForm,
  type WireOption,
  wireChanges,
  wireFaults,
  wireFormOf,
} from '#desk/screens/currencies/wire-form.ts'
import { Field } from '#ui/field.tsx'

type WireDialogProps = DestinationDialogProps<WireOption, WireForm>

/** Bank fields with old and new values below. */
export function WireDialog({ entry, isBusy, onSave, onClose }: WireDialogProps) {
  const t = useTranslate()
  const first = useRef<HTMLInputElement>(null)
  const before = wireFormOf(entry)
  const [form, setForm] = useState(before)
  const [isTried, setIsTried] = useState(false)
  const faults = wireFaults(form)
  const changes = wireChanges(before, form)
  const confirm = () => {
    setIsTried(true)
    if (Object.keys(faults).length > 0 || changes.length === 0) return
    onSave(Object.fromEntries(changes.map(({ field, to }) => [field, to])))
  }
  const errorOf = (field: BankField) => {
    const fault = isTried ? faults[field] : undefined
    return fault === undefined ? undefined : t(fault)
  }
  return (
    <FormDialog
      busy={isBusy}
      confirmLabel={t('currency.propose')}
      focus={first}
      onClose={onClose}
      onConfirm={confirm}
      title={t(entry === undefined ? 'wire.add' : 'wire.change')}
    >
      {bankFieldNames.map((field) => (
        <Field
          autoComplete="off"
          dir="auto"
          error={errorOf(field)}
          key={field}
          label={t(`destination.${field}`)}
          maxLength={bankFields[field]}
          onChange={(event) => setForm({ ...form, [field]: event.target.value })}
          ref={field === 'bank_name' ? first : undefined}
          spellCheck={false}
          value={form[field]}
        />
      ))}
      {changes.length === 0 ? null : (
        <ChangeList
          changes={changes.map(({ field, from, to }) => ({ label: t(`destination.${field}`), from, to }))}
        />
      )}
      {isTried && changes.length === 0 ? (
        <p className="text-13 text-danger" role="alert">
          {t('wire.same')}
        </p>
      ) : null}
      <SecondOperatorNotice text={t('currency.second.bank')} />
    </FormDialog>
  )
}
