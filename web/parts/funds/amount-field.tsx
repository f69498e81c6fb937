import type { ReactNode } from 'react'
import { cleanDecimalInput } from '#ui/decimal-step.ts'
import { Field } from '#ui/field.tsx'
import { figureText } from '#ui/figure-format.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { isolateLtr } from '#web/parts/bidi.ts'
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

/** An amount with its currency, for use in a sentence. */
export function amountText(amount: string, currency: string): string {
  return isolateLtr(`${figureText(shortDecimal(amount))}\u00a0${currency}`)
}

/** At least two decimals, and no zeros after them: "100.500000" is "100.50". */
export function shortDecimal(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.')
  const kept = fraction.replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept.padEnd(2, '0')}`
}

/** Like `shortDecimal`, with two decimals for whole dollars: "100" is "100.00". */
export function usdDecimal(amount: string): string {
  const short = shortDecimal(amount)
  return short === '' || short.includes('.') ? short : `${short}.00`
}
