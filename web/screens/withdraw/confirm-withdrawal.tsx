import type { DrawRecord } from '#contract/calls/funds.ts'
import { Button } from '#ui/button.tsx'
import { Figure } from '#ui/figure.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { amountText, shortDecimal, usdDecimal } from '#web/parts/funds/amount-text.ts'
import { ChangedTerms } from '#web/parts/funds/changed-terms.tsx'
import { SummaryLine } from '#web/parts/funds/funds-lines.tsx'
import { PayoutMethodText } from '#web/parts/funds/payout-method.tsx'
import { useDateFormat } from '#web/parts/use-date-format.ts'
import type { Confirmation } from '#web/screens/withdraw/use-withdraw.ts'

type ConfirmWithdrawalProps = {
  readonly confirmation: Confirmation
  /** An open withdrawal of the same amount. */
  readonly equal: DrawRecord | undefined
  readonly isOpen: boolean
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

const termLabels = { fee: 'withdraw.fee', rate: 'funds.rate', received: 'withdraw.received' } as const

export function ConfirmWithdrawal(props: ConfirmWithdrawalProps) {
  const { confirmation, equal, isOpen, isBusy, onConfirm, onClose } = props
  const t = useDictionary('funds')
  const { dateTime } = useDateFormat()
  const { draft, changes } = confirmation
  const { amount, currency, preview, method } = draft
  return (
    <Sheet
      dismissible={!isBusy}
      footer={
        <Button busy={isBusy} full onClick={onConfirm} size="large">
          {t(changes.length > 0 ? 'withdraw.again' : 'withdraw.submit')}
        </Button>
      }
      onOpenChange={(staysOpen) => {
        if (!staysOpen && !isBusy) onClose()
      }}
      open={isOpen}
      title={t('withdraw.confirm')}
    >
      <ChangedTerms
        changes={changes.map(({ name, before, now }) => ({
          name,
          label: t(termLabels[name]),
          before: shortDecimal(before),
          now: shortDecimal(now),
        }))}
      />
      {equal === undefined ? null : (
        <Notice className="mb-3" icon="warning" live tone="warn">
          {t('withdraw.equal', {
            amount: amountText(equal.number, 'USD'),
            moment: dateTime(equal.created_at),
          })}
        </Notice>
      )}
      <dl>
        <SummaryLine label={t('funds.amount')}>
          <Figure unit="USD" value={usdDecimal(amount)} />
        </SummaryLine>
        <SummaryLine label={t('withdraw.fee')}>
          <Figure unit="USD" value={usdDecimal(preview.fee)} />
        </SummaryLine>
        <SummaryLine label={t('funds.rate')}>
          <span className="ltr-isolate">
            {t('funds.rate.payout', { currency: currency.code, amount: shortDecimal(currency.usd_price) })}
          </span>
        </SummaryLine>
        <SummaryLine label={t('withdraw.received')}>
          <Figure className="text-17" unit={currency.code} value={shortDecimal(preview.received)} />
        </SummaryLine>
        <div className="border-t border-line pt-2">
          <dt className="text-13 text-dim">{t('withdraw.to')}</dt>
          <dd>
            <PayoutMethodText method={method} />
          </dd>
        </div>
      </dl>
      <Notice className="mt-3" icon="info">
        {t('withdraw.confirm.hint')}
      </Notice>
    </Sheet>
  )
}
