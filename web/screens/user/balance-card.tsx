import type { UserFields } from '#contract/calls/user-info.ts'
import { Badge } from '#ui/badge.tsx'
import { classes } from '#ui/classes.ts'
import { Figure } from '#ui/figure.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Stat } from '#ui/stat.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { CopyTold } from '#web/parts/mine/copy-told.tsx'
import { FundShortcuts } from '#web/screens/user/fund-shortcuts.tsx'
import { useHiddenAmounts } from '#web/screens/user/use-hidden-amounts.ts'

/** Exact decimals in dollars. Null is not known, which is not zero. */
export type Funds = {
  readonly balance: string | null
  readonly netValue: string | null
  readonly available: string | null
  readonly locked: string | null
}

export function BalanceCard({ user, funds }: { user: UserFields; funds: Funds }) {
  const t = useBook('account')
  const isDemo = user.is_demo === 1
  return (
    <Panel>
      <div className="-mt-2 flex flex-wrap items-center justify-between gap-x-2 text-13 text-dim">
        <span className="flex items-center gap-1">
          {t('user.uid')}
          <Figure grouped={false} value={user.uid} />
          <span className="-ms-2">
            <CopyTold label={t('user.copy_uid')} text={user.uid} />
          </span>
        </span>
        <Badge tone={isDemo ? 'warn' : 'accent'}>{t(isDemo ? 'user.demo' : 'user.real')}</Badge>
      </div>
      <Amounts funds={funds} />
      <FundShortcuts />
    </Panel>
  )
}

function Amounts({ funds }: { funds: Funds }) {
  const t = useBook('account')
  const [isHidden, toggle] = useHiddenAmounts()
  return (
    <>
      <div className="flex items-center gap-2">
        <div className="min-w-0 grow">
          <div className="text-12 text-dim">{t('user.balance')}</div>
          <span className="flex flex-wrap items-baseline gap-x-2">
            <Amount className="text-28 font-bold tracking-tight" isHidden={isHidden} value={funds.balance} />
            <span className="text-13 text-dim">USD</span>
          </span>
        </div>
        <IconButton
          className="-me-3 text-dim"
          icon={isHidden ? 'eye-off' : 'eye'}
          label={t(isHidden ? 'user.show' : 'user.hide')}
          onSelect={toggle}
        />
      </div>
      <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))] gap-2">
        {(['net_value', 'available', 'locked'] as const).map((name) => (
          <Stat key={name} label={t(`user.${name}`)}>
            <Amount isHidden={isHidden} value={funds[name === 'net_value' ? 'netValue' : name]} />
          </Stat>
        ))}
      </div>
      {funds.balance === null ? <p className="mt-3 text-12 text-dim">{t('user.no_funds')}</p> : null}
    </>
  )
}

type AmountProps = {
  readonly value: string | null
  readonly isHidden: boolean
  readonly className?: string
}

function Amount({ value, isHidden, className }: AmountProps) {
  const t = useBook('account')
  if (!isHidden) {
    const look = classes(className, value === null && 'text-dim')
    return <Figure className={look} decimals={2} fraction="small" value={value} />
  }
  return (
    <span className={className}>
      <span aria-hidden="true">••••</span>
      <span className="sr-only">{t('user.hidden')}</span>
    </span>
  )
}
