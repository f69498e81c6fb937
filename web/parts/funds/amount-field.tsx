import type { ReactNode } from 'react'
import { cleanDecimalInput } from '#ui/decimal-step.ts'
import { Field } from '#ui/field.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { amountText } from '#web/parts/funds/amount-text.ts'
import type { AmountFault, AmountLimits } from '#web/parts/funds/funds-amounts.ts'

type AmountFieldProps = {
  readonly value: string
  readonly onChange: (typed: string) => void
  readonly currency: string
  readonly hint?: ReactNode
  readonly error: string | undefined
  /** Inside the box, after the currency: a button. */
  readonly action?: ReactNode
}

/** Input of an amount of money. Without the step buttons of NumberField, which have no use here. */
export function AmountField({ value, onChange, currency, hint, error, action }: AmountFieldProps) {
  const t = useDictionary('funds')
  return (
    <Field
      autoComplete="off"
      dir="ltr"
      enterKeyHint="done"
      error={error}
      hint={hint}
      inputMode="decimal"
      label={t('funds.amount')}
      maxLength={maxAmountLength}
      name="amount"
      onChange={(event) => onChange(cleanDecimalInput(event.target.value, false))}
      placeholder="0.00"
      suffix={
        <>
          <span className={action === undefined ? undefined : 'pe-1'}>{currency}</span>
          {action}
        </>
      }
      value={value}
    />
  )
}

/** As many characters as the server takes. */
const maxAmountLength = 32

type FaultText = (fault: AmountFault, limits: AmountLimits, currency: string) => string

export function useAmountFaultText(): FaultText {
  const t = useDictionary('funds')
  return (fault, { decimals, least, most }, currency) => {
    switch (fault) {
      case 'decimals':
        return t('funds.amount.decimals', { count: decimals })
      case 'least':
        return t('funds.amount.least', { amount: amountText(least, currency) })
      case 'most':
        return t('funds.amount.most', { amount: amountText(most ?? '', currency) })
      default:
        return t(`funds.amount.${fault}`)
    }
  }
}
