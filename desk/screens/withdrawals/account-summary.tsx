import { Link } from 'wouter'
import type { WithdrawalDetailsAnswer } from '#contract/desk/funds.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { Card, Fact } from '#desk/parts/page.tsx'
import { DateTime } from '#desk/parts/time.tsx'
import { UsdFact } from '#desk/screens/withdrawals/withdrawal-facts.tsx'
import { Badge } from '#ui/badge.tsx'
import { Figure } from '#ui/figure.tsx'

/** The account behind the withdrawal. */
export function AccountSummary({ withdrawal }: { withdrawal: WithdrawalDetailsAnswer }) {
  const t = useTranslate()
  const { account } = withdrawal
  return (
    <Card
      actions={
        <Badge tone={account.is_verified === 1 ? 'good' : 'danger'}>
          {t(account.is_verified === 1 ? 'account_summary.verified' : 'account_summary.not_verified')}
        </Badge>
      }
      title={t('account_summary.title', { uid: withdrawal.user.uid })}
    >
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-4 gap-y-3">
        <Fact label={t('account_summary.name')}>
          <bdi className="font-semibold">
            {account.name === '' ? t('account_summary.no_name') : account.name}
          </bdi>
        </Fact>
        <Fact label={t('account_summary.created')}>
          <DateTime at={account.created_at} />
        </Fact>
        <UsdFact label={t('account_summary.balance')} value={account.balance} />
        <UsdFact label={t('account_summary.locked')} value={account.locked} />
        <UsdFact label={t('account_summary.equity')} value={account.equity} />
        <UsdFact label={t('account_summary.used_margin')} value={account.used_margin} />
        <UsdFact label={t('account_summary.deposited')} value={account.deposited} />
        <UsdFact label={t('account_summary.withdrawn')} value={account.withdrawn} />
        <Fact label={t('account_summary.trades')}>
          <Figure value={account.trades} />
        </Fact>
        <Fact label={t('account_summary.realised_profit')}>
          <Figure plus tone="sign" unit="USD" value={account.realised_profit} />
        </Fact>
      </dl>
    </Card>
  )
}

export function RecentDeposits({ deposits }: { deposits: WithdrawalDetailsAnswer['recent_deposits'] }) {
  const t = useTranslate()
  return (
    <Card title={t('withdrawal.recent_deposits')}>
      {deposits.length === 0 ? <p className="text-13 text-dim">{t('withdrawal.no_deposits')}</p> : null}
      <ul className="grid gap-1 text-13">
        {deposits.map(({ id, credit, currency, at }) => (
          <li className="flex flex-wrap gap-x-4" key={id}>
            <Link className="grow hover:underline" href={`/deposits/${id}`}>
              {t('deposit.title', { id })}
            </Link>
            <span className="text-dim">{currency}</span>
            <Figure unit="USD" value={credit} />
            <span className="text-dim">
              <DateTime at={at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function RecentTrades({ trades }: { trades: WithdrawalDetailsAnswer['recent_trades'] }) {
  const t = useTranslate()
  return (
    <Card title={t('withdrawal.recent_trades')}>
      {trades.length === 0 ? <p className="text-13 text-dim">{t('withdrawal.no_trades')}</p> : null}
      <ul className="grid gap-1 text-13">
        {trades.map(({ id, code, profit, ended_at }) => (
          <li className="flex flex-wrap gap-x-4" key={id}>
            <span className="grow" translate="no">
              {code}
            </span>
            <Figure plus tone="sign" unit="USD" value={profit} />
            <span className="text-dim">
              <DateTime at={ended_at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
