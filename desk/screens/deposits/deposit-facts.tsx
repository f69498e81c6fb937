import { Link } from 'wouter'
import type { DepositDetailsAnswer } from '#contract/desk/funds.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { DestinationFields } from '#desk/parts/destination-fields.tsx'
import { Card, Fact } from '#desk/parts/page.tsx'
import { ProposalNotice } from '#desk/parts/proposal-notice.tsx'
import { DateTime, TimeAgo } from '#desk/parts/time.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Figure } from '#ui/figure.tsx'
import { Notice } from '#ui/notice.tsx'

type DepositProps = { readonly deposit: DepositDetailsAnswer }

/** What an operator must know before deciding. */
export function DepositWarnings({ deposit }: DepositProps) {
  const t = useTranslate()
  const { same_voucher, failure, proposal, under_way } = deposit
  if (same_voucher.length === 0 && failure === null && proposal === null && under_way === null) return null
  return (
    <div className="grid gap-3">
      {same_voucher.length > 0 ? (
        <Notice className="font-semibold" icon="warning" tone="danger">
          {t('deposit.same_voucher', { count: same_voucher.length })}{' '}
          {same_voucher.map((id) => (
            <Link className="me-2 inline-block underline" href={`/deposits/${id}`} key={id}>
              {t('deposit.title', { id })}
            </Link>
          ))}
        </Notice>
      ) : null}
      {failure === null ? null : (
        <Notice icon="warning" tone="danger">
          <span className="block font-semibold">{t('deposit.failure')}</span>
          <bdi>{failure.message === '' ? failure.reason : failure.message}</bdi>{' '}
          <span className="whitespace-nowrap">
            (<DateTime at={failure.at} />)
          </span>
        </Notice>
      )}
      {proposal === null ? null : <ProposalNotice proposal={proposal} />}
      {under_way === null ? null : (
        <Notice icon="clock" tone="warn">
          <span className="block font-semibold">{t('deposit.under_way')}</span>
          {t('deposit.under_way.by', {
            email: under_way.by,
            state: t(`deposit.state.${under_way.result}`),
          })}{' '}
          <span className="whitespace-nowrap">
            (<DateTime at={under_way.at} />)
          </span>
        </Notice>
      )}
    </div>
  )
}

/** Amounts, destination and history of the user, beside the voucher. */
export function DepositFacts({ deposit }: DepositProps) {
  const t = useTranslate()
  const { amount, currency, rate, credit, earlier } = deposit
  return (
    <div className="grid min-w-0 content-start gap-4">
      <Card title={t('deposit.amounts')}>
        <dl className="flex flex-wrap gap-x-10 gap-y-3">
          <Fact label={t('deposit.amount')}>
            <Figure className="text-20 font-semibold" unit={currency} value={amount} />
          </Fact>
          <Fact label={t('deposit.rate')}>
            <Figure className="text-20" value={rate} />
          </Fact>
          <Fact label={t('deposit.credit')}>
            <Figure className="text-20 font-semibold" unit="USD" value={credit} />
          </Fact>
        </dl>
      </Card>
      <Card title={t('deposit.paid_to')}>
        <DestinationFields fields={deposit.paid_to} />
        {deposit.paid_to_off === null ? null : <OutOfUse off={deposit.paid_to_off} />}
      </Card>
      <Card title={t('deposit.record')}>
        <dl className="flex flex-wrap gap-x-10 gap-y-3">
          <Fact label={t('funds.user')}>{deposit.user.uid}</Fact>
          <Fact label={t('funds.submitted')}>
            <DateTime at={deposit.created_at} />
          </Fact>
          <DecisionFacts deposit={deposit} />
          <Fact label={t('deposit.earlier')}>
            {t('deposit.earlier_counts', { credited: earlier.credited, rejected: earlier.rejected })}
          </Fact>
          <Fact label={t('deposit.earlier_total')}>
            <Figure unit="USD" value={earlier.total} />
          </Fact>
        </dl>
      </Card>
    </div>
  )
}

/** Says that users no longer see where they paid to. They may have paid before. */
function OutOfUse({ off }: { off: NonNullable<DepositDetailsAnswer['paid_to_off']> }) {
  const t = useTranslate()
  return (
    <Notice className="mt-3" icon="warning" tone="warn">
      {t(off.is_replaced === 1 ? 'deposit.paid_to.replaced' : 'deposit.paid_to.off')}{' '}
      <span className="whitespace-nowrap">
        (<DateTime at={off.since} />)
      </span>
    </Notice>
  )
}

/** Waiting time, or who decided and why. */
function DecisionFacts({ deposit }: DepositProps) {
  const t = useTranslate()
  if (deposit.decided_at === null) {
    return (
      <Fact label={t('funds.waiting')}>
        <TimeAgo at={deposit.created_at} />
      </Fact>
    )
  }
  return (
    <>
      <Fact label={t('funds.decided')}>
        <DateTime at={deposit.decided_at} />
      </Fact>
      <Fact label={t('funds.decided_by')}>{deposit.decided_by}</Fact>
      {deposit.remark === '' ? null : (
        <Fact label={t('deposit.remark')}>
          <bdi className="whitespace-pre-line">{deposit.remark}</bdi>
        </Fact>
      )}
    </>
  )
}

const tones = {
  waiting: 'accent',
  credited: 'good',
  rejected: 'danger',
  invalid: 'neutral',
} as const satisfies Record<DepositDetailsAnswer['state'], BadgeTone>

export function DepositStateBadge({ state }: { state: DepositDetailsAnswer['state'] }) {
  const t = useTranslate()
  return <Badge tone={tones[state]}>{t(`deposit.state.${state}`)}</Badge>
}
