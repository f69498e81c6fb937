import { type FormEvent, useState } from 'react'
import type { DeskCurrency } from '#contract/desk/funds.ts'
import type { AmountField, TermField } from '#desk/parts/currency-terms.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { ConfirmTermsDialog } from '#desk/screens/currencies/confirm-terms-dialog.tsx'
import { termChanges, termsFaults, termsOf } from '#desk/screens/currencies/currency-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'

type TermsFormProps = { readonly currency: DeskCurrency; readonly reload: () => Promise<void> }

/** Rates, fees, limits and availability. Saving shows old and new values first. */
export function TermsForm({ currency, reload }: TermsFormProps) {
  const t = useTranslate()
  const before = termsOf(currency)
  const [form, setForm] = useState(before)
  const [isTried, setIsTried] = useState(false)
  const [isConfirming, setIsConfirming] = useState(false)
  const faults = termsFaults(form)
  const changes = termChanges(before, form)
  const set = (field: TermField) => (value: string) => setForm({ ...form, [field]: value })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (Object.keys(faults).length === 0 && changes.length > 0) setIsConfirming(true)
  }
  const errorOf = (field: TermField) => {
    const fault = isTried ? faults[field] : undefined
    return fault === undefined ? undefined : t(fault)
  }
  const amount = (field: AmountField, suffix: string) => (
    <Field
      autoComplete="off"
      dir="ltr"
      error={errorOf(field)}
      inputMode="decimal"
      label={t(`currency.field.${field}`)}
      maxLength={32}
      onChange={(event) => set(field)(event.target.value)}
      suffix={suffix === '' ? undefined : suffix}
      value={form[field]}
    />
  )
  const select = (field: 'is_deposit_on' | 'is_payout_on' | 'fee_type') => (
    <SelectField
      label={t(`currency.field.${field}`)}
      onChange={set(field)}
      options={
        field === 'fee_type'
          ? [
              { value: '1', label: t('currency.fee_type.1') },
              { value: '2', label: t('currency.fee_type.2') },
            ]
          : [
              { value: '1', label: t('currency.on') },
              { value: '0', label: t('currency.off') },
            ]
      }
      value={form[field]}
    />
  )
  return (
    <form className="grid items-start gap-4 sm:grid-cols-2" noValidate onSubmit={submit}>
      {select('is_deposit_on')}
      {select('is_payout_on')}
      {amount('deposit_rate', t('currency.unit.deposit_rate', { code: currency.code }))}
      {amount('payout_rate', t('currency.unit.payout_rate', { code: currency.code }))}
      {amount('least_deposit', currency.code)}
      {select('fee_type')}
      {amount('fee', form.fee_type === '2' ? '' : 'USD')}
      {amount('least_payout', 'USD')}
      {amount('most_payout', 'USD')}
      <div className="sm:col-span-2">
        <Button disabled={changes.length === 0} full type="submit">
          {t('currency.save')}
        </Button>
      </div>
      {isConfirming ? (
        <ConfirmTermsDialog
          changes={changes}
          currency={currency}
          onChanged={reload}
          onClose={() => setIsConfirming(false)}
        />
      ) : null}
    </form>
  )
}
