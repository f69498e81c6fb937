import { type FormEvent, useId, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Figure } from '#ui/figure.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { AmountField, useAmountFaultText } from '#web/parts/funds/amount-field.tsx'
import { amountText, shortDecimal, usdDecimal } from '#web/parts/funds/amount-text.ts'
import { creditedUsd } from '#web/parts/funds/funds-amounts.ts'
import { UploadField } from '#web/parts/images/upload-field.tsx'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import type { DepositKind, DepositTarget } from '#web/screens/deposit/deposit-state.ts'
import { PayTo } from '#web/screens/deposit/pay-to.tsx'
import type { useDeposit } from '#web/screens/deposit/use-deposit.ts'

type Deposit = ReturnType<typeof useDeposit>

const kinds: readonly DepositKind[] = ['coin', 'wire', 'card']

/** Amount, method, voucher. The footer with the main button is the caller's: it submits the form with `id`. */
export function DepositForm({ deposit, id }: { deposit: Deposit; id: string }) {
  const t = useDictionary('funds')
  const element = useRef<HTMLFormElement>(null)
  const { kind, setKind, targets } = deposit
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (deposit.check()) return
    // The errors appear with the next render.
    requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-missing] input')?.focus(),
    )
  }
  return (
    <form className="grid grid-cols-1 gap-5" id={id} noValidate onSubmit={submit} ref={element}>
      <Segmented
        items={kinds.map((value) => ({ value, label: t(`deposit.kind.${value}`) }))}
        label={t('deposit.kind')}
        onChange={setKind}
        value={kind}
      />
      {targets.status === 'loading' ? <FormSkeleton /> : null}
      {targets.status === 'failed' ? (
        <LoadFailed
          onRetry={targets.refresh}
          text={t('funds.load_failed.text')}
          title={t('funds.load_failed')}
        />
      ) : null}
      {targets.status === 'none' ? (
        <>
          <EmptyState icon="deposit" text={t('deposit.none.text')} title={t('deposit.none')} />
          <EarlierLink deposit={deposit} />
        </>
      ) : null}
      {targets.status === 'ready' ? <Fields deposit={deposit} /> : null}
    </form>
  )
}

function Fields({ deposit }: { deposit: Deposit }) {
  const t = useDictionary('funds')
  const faultText = useAmountFaultText()
  const { form, setAmount, voucher, targets, errors, refusal } = deposit
  const { target, amount } = form
  const currency = target?.currency ?? targets.currencies.value
  const hint =
    target === undefined ? undefined : t('funds.amount.least', { amount: amountText(target.least, currency) })
  const amountError =
    refusal('amount') ??
    (errors.amount === undefined || target === undefined
      ? undefined
      : faultText(errors.amount, target, currency))
  const voucherError =
    refusal('voucher') ?? (errors.voucher === 'required' ? t('deposit.voucher.required') : undefined)
  return (
    <>
      <AmountField currency={currency} error={amountError} hint={hint} onChange={setAmount} value={amount} />
      <SelectField
        error={refusal('target')}
        label={t('funds.currency')}
        onChange={targets.currencies.choose}
        options={targets.currencies.items}
        value={targets.currencies.value}
      />
      {targets.banks.items.length > 1 ? (
        <SelectField
          label={t('deposit.bank')}
          onChange={targets.banks.choose}
          options={targets.banks.items}
          value={targets.banks.value}
        />
      ) : null}
      <EarlierLink deposit={deposit} />
      {target === undefined ? (
        <EmptyState icon="card" text={t('deposit.none.text')} title={t('deposit.none')} />
      ) : (
        <>
          <PayTo target={target} />
          <div data-missing={voucherError === undefined ? undefined : ''}>
            <UploadField
              error={voucherError}
              label={t('deposit.voucher')}
              note={t(errors.voucher === 'uploading' ? 'deposit.voucher.uploading' : 'deposit.voucher.hint')}
              picture={form.voucher}
              upload={voucher}
            />
          </div>
        </>
      )}
    </>
  )
}

/** Leads to what was offered before, if there is any, and back. */
function EarlierLink({ deposit }: { deposit: Deposit }) {
  const t = useDictionary('funds')
  const { kind, targets, isEarlier, setIsEarlier } = deposit
  if (!(isEarlier || targets.hasEarlier)) return null
  const text = kind === 'coin' ? 'deposit.earlier.coin' : 'deposit.earlier.wire'
  return (
    <Button
      className="-my-3 -ms-3 justify-self-start"
      onClick={() => setIsEarlier(!isEarlier)}
      size="small"
      variant="quiet"
    >
      {t(isEarlier ? 'deposit.earlier.back' : text)}
    </Button>
  )
}

type DepositFooterProps = { readonly amount: string; readonly target: DepositTarget; readonly form: string }

/** The credited amount, and the main button. */
export function DepositFooter({ amount, target, form }: DepositFooterProps) {
  const t = useDictionary('funds')
  const hintId = useId()
  const { currency, rate } = target
  return (
    <div className="grid gap-3">
      {target.isRateOld ? null : (
        <div aria-live="polite" className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="text-13 text-dim">
            {t('deposit.credited')}
            <span className="block text-12">
              <span className="ltr-isolate">
                {t('funds.rate.value', { currency, amount: shortDecimal(rate) })}
              </span>
            </span>
          </span>
          <Figure
            className="ms-auto text-20 font-bold"
            unit="USD"
            value={usdDecimal(creditedUsd(amount === '' ? '0' : amount, target) ?? '')}
          />
        </div>
      )}
      <Button aria-describedby={hintId} form={form} full size="large" type="submit">
        {t('funds.continue')}
      </Button>
      <span className="sr-only" id={hintId}>
        {t('deposit.credited.hint')}
      </span>
    </div>
  )
}

/** Has the size of the first fields. */
function FormSkeleton() {
  const labels = useUiLabels()
  return (
    <div aria-label={labels.loading} className="grid gap-5" role="status">
      {[1, 2].map((field) => (
        <div className="grid gap-2" key={field}>
          <Skeleton className="w-24" />
          <Skeleton className="h-12 w-full" shape="box" />
        </div>
      ))}
      <Skeleton className="h-80 w-full" shape="box" />
    </div>
  )
}
