import { type FormEvent, useRef } from 'react'
import { useLocation } from 'wouter'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Figure } from '#ui/figure.tsx'
import { figureText } from '#ui/figure-format.ts'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { isolateLtr } from '#web/parts/bidi.ts'
import { AccountCodeField } from '#web/parts/funds/account-code-field.tsx'
import { AmountField, useAmountFaultText } from '#web/parts/funds/amount-field.tsx'
import { shortDecimal, usdDecimal } from '#web/parts/funds/amount-text.ts'
import { payoutPreview } from '#web/parts/funds/funds-amounts.ts'
import { SummaryLine } from '#web/parts/funds/funds-lines.tsx'
import { useShowFailure } from '#web/parts/requests/use-requests.ts'
import { MethodChoice } from '#web/screens/withdraw/method-choice.tsx'
import type { useWithdraw } from '#web/screens/withdraw/use-withdraw.ts'
import { limitsOf, type WithdrawForm as Values } from '#web/screens/withdraw/withdraw-state.ts'

type Withdrawal = ReturnType<typeof useWithdraw>

type WithdrawFormProps = { readonly withdrawal: Withdrawal; readonly form: Values; readonly id: string }

const maxMemoLength = 200

/** Amount, currency, method, code. The main button is in the footer, which submits the form with `id`. */
export function WithdrawForm({ withdrawal, form, id }: WithdrawFormProps) {
  const t = useDictionary('entry', 'funds')
  const element = useRef<HTMLFormElement>(null)
  const showFailure = useShowFailure()
  const { typed, change, currencies, currency, methods, errors, refusal, code, setCode } = withdrawal
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (withdrawal.check()) return
    // The errors appear with the next render.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  const methodError = errors.method === undefined ? undefined : t(`withdraw.method.${errors.method}`)
  return (
    <form className="grid grid-cols-1 gap-5" id={id} noValidate onSubmit={submit} ref={element}>
      {withdrawal.waitsForPrice ? (
        <Notice icon="clock" live tone="warn">
          {t('withdraw.stale_price')}
        </Notice>
      ) : null}
      <WithdrawAmount form={form} withdrawal={withdrawal} />
      <SelectField
        label={t('funds.currency')}
        onChange={(currencyId) => change({ currencyId, methodId: undefined })}
        options={(currencies.data ?? []).map(({ id: value, code: name, protocol }) => ({
          value: String(value),
          label: protocol === '' ? name : `${name} · ${protocol}`,
        }))}
        value={String(currency?.id ?? '')}
      />
      <MethodChoice
        currency={form.currency}
        error={refusal('method') ?? methodError}
        hasFailed={methods.isError}
        methods={methods.data}
        onChange={(methodId) => change({ methodId })}
        onRetry={async () => void (await methods.refetch())}
        type={typed.type}
        value={typed.methodId}
      />
      <Field
        autoComplete="off"
        dir="auto"
        label={t('withdraw.memo')}
        maxLength={maxMemoLength}
        name="memo"
        onChange={(event) => change({ memo: event.target.value })}
        value={typed.memo}
      />
      {form.code === undefined ? null : (
        <AccountCodeField
          error={refusal('code') ?? (errors.code === undefined ? undefined : t('entry.error.code_length'))}
          onChange={setCode}
          onFailure={(failure) => {
            if (!withdrawal.refuse(failure)) showFailure(failure)
          }}
          purpose="withdrawal"
          value={code}
        />
      )}
    </form>
  )
}

function WithdrawAmount({ withdrawal, form }: Omit<WithdrawFormProps, 'id'>) {
  const t = useDictionary('funds')
  const faultText = useAmountFaultText()
  const { errors, refusal, change, takeAll } = withdrawal
  const limits = limitsOf(form.currency)
  const usd = (amount: string) => isolateLtr(figureText(shortDecimal(amount)))
  const textOf = (fault: NonNullable<typeof errors.amount>) => {
    if (fault === 'insufficient') return t('withdraw.insufficient')
    return fault === 'nothing' ? t('withdraw.too_small') : faultText(fault, limits, 'USD')
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-13 text-dim">
        {t('withdraw.available')}
        <Figure className="ms-auto font-semibold text-text" unit="USD" value={usdDecimal(form.available)} />
      </div>
      <AmountField
        action={
          <Button onClick={takeAll} size="small" variant="quiet">
            {t('withdraw.all')}
          </Button>
        }
        currency="USD"
        error={refusal('amount') ?? (errors.amount === undefined ? undefined : textOf(errors.amount))}
        hint={t('withdraw.limits', { least: usd(limits.least), most: usd(limits.most ?? '') })}
        onChange={(amount) => change({ amount })}
        value={form.amount}
      />
      {errors.amount === 'insufficient' ? <WaysOut /> : null}
    </div>
  )
}

/** Deposit, or close positions. */
export function WaysOut() {
  const t = useDictionary('funds')
  const [, go] = useLocation()
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink href="/mine/charge" onSelect={() => go('/mine/charge')} size="small" variant="secondary">
        {t('withdraw.deposit')}
      </ButtonLink>
      <ButtonLink href="/order" onSelect={() => go('/order')} size="small" variant="secondary">
        {t('withdraw.positions')}
      </ButtonLink>
    </div>
  )
}

/** The fee and the amount received, and the main button. */
export function WithdrawFooter({ form, id }: { form: Values; id: string }) {
  const t = useDictionary('funds')
  const { amount, currency } = form
  const preview = payoutPreview(amount === '' ? '0' : amount, currency)
  return (
    <div className="grid gap-3">
      <dl aria-live="polite">
        <SummaryLine label={t('withdraw.fee')}>
          <Figure unit="USD" value={preview === undefined ? null : usdDecimal(preview.fee)} />
        </SummaryLine>
        <SummaryLine label={t('withdraw.received')}>
          <Figure
            className="text-17"
            unit={currency.code}
            value={preview === undefined ? null : shortDecimal(preview.received)}
          />
        </SummaryLine>
      </dl>
      <Button form={id} full size="large" type="submit">
        {t('funds.continue')}
      </Button>
    </div>
  )
}
