import type { WithdrawalDetailsAnswer } from '#contract/desk/funds.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { Card, Fact } from '#desk/parts/page.tsx'
import { DateTime, TimeAgo } from '#desk/parts/time.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Figure } from '#ui/figure.tsx'
import { Notice } from '#ui/notice.tsx'

type WithdrawalProps = { readonly withdrawal: WithdrawalDetailsAnswer }

const unpaid: readonly string[] = ['locked', 'reviewing', 'approved']

/** The amount to pay and how it follows from the amount withdrawn. */
export function PayoutFacts({ withdrawal }: WithdrawalProps) {
  const t = useTranslate()
  const { payout, currency, amount, fee, rate, last_day, approver } = withdrawal
  const isUnpaid = unpaid.includes(withdrawal.state)
  const needsSecond = isUnpaid && withdrawal.needs_second === 1
  return (
    <Card title={t('withdrawal.amounts')}>
      <dl className="mb-3">
        <Fact label={t('withdrawal.payout')}>
          <span className="-my-2 flex items-center gap-1">
            <Figure className="text-20 font-semibold" unit={currency} value={payout} />
            <CopyButton label={t('withdrawal.copy_payout')} text={payout} />
          </span>
        </Fact>
      </dl>
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        <UsdFact label={t('withdrawal.amount')} value={amount} />
        <UsdFact label={t('withdrawal.fee')} value={fee} />
        <Fact label={t('withdrawal.rate')}>
          <Figure value={rate} />
        </Fact>
        <UsdFact label={t('withdrawal.last_day')} value={last_day} />
        {needsSecond ? (
          <>
            <UsdFact label={t('withdrawal.last_day_destination')} value={withdrawal.last_day_destination} />
            <UsdFact label={t('withdrawal.last_day_payer')} value={withdrawal.last_day_payer} />
          </>
        ) : null}
      </dl>
      {needsSecond && approver === '' ? (
        <Notice className="mt-3" icon="user" tone="warn">
          {t('withdrawal.needs_second')}
        </Notice>
      ) : null}
      {isUnpaid && withdrawal.identity_missing === 1 ? (
        <Notice className="mt-3" icon="warning" tone="warn">
          {t('withdrawal.not_verified')}
        </Notice>
      ) : null}
    </Card>
  )
}

/** Who asked when, who acted, and what was written. Parts that are still empty are left out. */
export function RecordFacts({ withdrawal }: WithdrawalProps) {
  const t = useTranslate()
  return (
    <Card title={t('withdrawal.record')}>
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        <Fact label={t('funds.user')}>{withdrawal.user.uid}</Fact>
        <Fact label={t('funds.submitted')}>
          <DateTime at={withdrawal.created_at} />
        </Fact>
        <Fact label={t('withdrawal.since')}>
          <TimeAgo at={withdrawal.changed_at} />
        </Fact>
        <TextFact label={t('withdrawal.reviewer')}>{withdrawal.reviewer}</TextFact>
        <TextFact label={t('withdrawal.approver')}>{withdrawal.approver}</TextFact>
        <TextFact label={t('withdrawal.payer')}>{withdrawal.payer}</TextFact>
        <TextFact label={t('withdrawal.memo')}>{withdrawal.memo}</TextFact>
        <TextFact label={t('withdrawal.notes')}>{withdrawal.notes}</TextFact>
        <TextFact label={t('withdrawal.transaction')}>{withdrawal.transaction}</TextFact>
      </dl>
      {withdrawal.state === 'paying' && withdrawal.can_payer_act !== 1 ? (
        <Notice className="mt-3" icon="warning" tone="warn">
          {t('withdrawal.payer_gone', { payer: withdrawal.payer })}
        </Notice>
      ) : null}
    </Card>
  )
}

function TextFact({ label, children }: { label: string; children: string }) {
  if (children === '') return null
  return (
    <Fact label={label}>
      <bdi className="wrap-anywhere whitespace-pre-line">{children}</bdi>
    </Fact>
  )
}

export function UsdFact({ label, value }: { label: string; value: string }) {
  return (
    <Fact label={label}>
      <Figure unit="USD" value={value} />
    </Fact>
  )
}
