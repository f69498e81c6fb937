import { useRef, useState } from 'react'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { FormDialog } from '#desk/parts/form-dialog.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import {
  emptyCurrency,
  type NewCurrencyForm,
  newCurrencyFaults,
} from '#desk/screens/currencies/currency-form.ts'
import { Field } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'

type AddCurrencyDialogProps = {
  readonly onAdded: (id: number) => void
  readonly onClose: () => void
}

/** Adds a currency, which is switched off until its terms are set. */
export function AddCurrencyDialog({ onAdded, onClose }: AddCurrencyDialogProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const { run, isBusy } = useMutation(calls.addCurrency)
  const first = useRef<HTMLInputElement>(null)
  const [form, setForm] = useState(emptyCurrency)
  const [isTried, setIsTried] = useState(false)
  const faults = newCurrencyFaults(form)
  const faultOf = (field: keyof NewCurrencyForm) => {
    const fault = isTried ? faults[field] : undefined
    return fault === undefined ? undefined : t(fault)
  }
  const confirm = async () => {
    setIsTried(true)
    if (Object.keys(faults).length > 0) return
    const { code, kind, protocol, decimals } = form
    const result = await run({
      code: code.trim().toUpperCase(),
      kind,
      protocol: kind === 'fiat' ? '' : protocol.trim().toUpperCase(),
      decimals: Number(decimals),
    })
    if (result.isDone) onAdded(result.answer.id)
  }
  const field = (name: 'code' | 'protocol' | 'decimals', maxLength: number) => ({
    ...{ autoComplete: 'off', dir: 'ltr', spellCheck: false, maxLength, error: faultOf(name) },
    label: t(`currency.add.${name}`),
    value: form[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setForm({ ...form, [name]: event.target.value }),
  })
  return (
    <FormDialog
      busy={isBusy}
      confirmLabel={t('currency.add.submit')}
      focus={first}
      onClose={onClose}
      onConfirm={() => void confirm()}
      text={t('currency.add.text')}
      title={t('currencies.add')}
    >
      <Field {...field('code', 12)} ref={first} />
      <SelectField
        label={t('currency.add.kind')}
        onChange={(kind) => setForm({ ...form, kind: kind === 'fiat' ? 'fiat' : 'coin' })}
        options={[
          { value: 'coin', label: t('currency.kind.coin') },
          { value: 'fiat', label: t('currency.kind.fiat') },
        ]}
        value={form.kind}
      />
      {form.kind === 'coin' ? <Field {...field('protocol', 16)} /> : null}
      <Field {...field('decimals', 1)} inputMode="numeric" />
    </FormDialog>
  )
}
