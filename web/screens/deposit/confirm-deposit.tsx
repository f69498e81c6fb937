import { Button } from '#ui/button.tsx'
import { Figure } from '#ui/figure.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { amountText, shortDecimal, usdDecimal } from '#web/parts/funds/amount-text.ts'
import { ChangedTerms } from '#web/parts/funds/changed-terms.tsx'
import { creditedUsd } from '#web/parts/funds/funds-amounts.ts'
import { StackedLine, SummaryLine } from '#web/parts/funds/funds-lines.tsx'
import { SupportButton } from '#web/parts/support/support-button.tsx'
import type { Confirmation } from '#web/screens/deposit/use-deposit.ts'

type ConfirmDepositProps = {
  readonly confirmation: Confirmation
  readonly isOpen: boolean
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export function ConfirmDeposit({ confirmation, isOpen, isBusy, onConfirm, onClose }: ConfirmDepositProps) {
  const t = useDictionary('funds')
  const { draft, changes } = confirmation
  const { amount, target } = draft
  const { currency, network, rate, bank, address } = target
  const hasChanged = changes.length > 0
  return (
    <Sheet
      dismissible={!isBusy}
      footer={
        <Button busy={isBusy} full onClick={onConfirm} size="large">
          {t(hasChanged ? 'deposit.again' : 'deposit.submit')}
        </Button>
      }
      onOpenChange={(staysOpen) => {
        if (!staysOpen && !isBusy) onClose()
      }}
      open={isOpen}
      title={t('deposit.confirm')}
    >
      <ChangedTerms
        changes={changes.map(({ name, ...change }) => ({
          ...change,
          name,
          label: t(
            name === 'rate' ? 'funds.rate' : bank === undefined ? 'deposit.address' : 'method.payee_account',
          ),
        }))}
      >
        {changes.some(({ name }) => name === 'address') ? (
          <>
            <p>{t('deposit.address.changed')}</p>
            <SupportButton className="-ms-3 justify-self-start" />
          </>
        ) : null}
      </ChangedTerms>
      <dl>
        <SummaryLine label={t('funds.amount')}>{amountText(amount, currency)}</SummaryLine>
        {network === '' ? null : <SummaryLine label={t('funds.network')}>{network}</SummaryLine>}
        {bank === undefined ? null : (
          <SummaryLine label={t('method.bank_name')}>{bank.bank_name}</SummaryLine>
        )}
        <StackedLine label={t(bank === undefined ? 'deposit.address' : 'method.payee_account')}>
          {address}
        </StackedLine>
        {target.isRateOld ? null : (
          <>
            <SummaryLine label={t('funds.rate')}>
              <span className="ltr-isolate">
                {t('funds.rate.value', { currency, amount: shortDecimal(rate) })}
              </span>
            </SummaryLine>
            <SummaryLine label={t('deposit.credited')}>
              <Figure unit="USD" value={usdDecimal(creditedUsd(amount, target) ?? '')} />
            </SummaryLine>
          </>
        )}
      </dl>
      <Notice className="mt-2" icon="info">
        {t('deposit.confirm.hint')}
      </Notice>
    </Sheet>
  )
}
