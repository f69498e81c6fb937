import { classes } from '#ui/classes.ts'
import { Figure } from '#ui/figure.tsx'
import { Panel } from '#ui/panel.tsx'
import { Stat } from '#ui/stat.tsx'
import { type AmountName, useAmount } from '#web/parts/account/funds.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { FundsFailed } from '#web/parts/load-failed.tsx'
import { StaleBadge } from '#web/parts/stale-prices.tsx'

const others = [
  ['netValue', 'funds.net_value'],
  ['available', 'funds.available'],
  ['usedMargin', 'funds.margin'],
  ['locked', 'history.locked'],
] as const

/** With large letters a large balance is as wide as a small phone, and no wider. */
const balanceLook = 'text-[min(1.75rem,12vw)] leading-[2.125rem] font-bold tracking-tight'

/** What the account comes to, from the same place as on every other screen. */
export function AccountDetail() {
  const t = useBook('trading', 'history')
  return (
    <Panel className="@container">
      <div className="flex min-h-5 items-center justify-between gap-2 text-12 text-dim">
        {t('funds.balance')}
        <StaleBadge />
      </div>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <Amount className={balanceLook} fraction="small" name="balance" />
        <span className="text-13 text-dim">USD</span>
      </div>
      <div className="mt-3 grid grid-cols-2 items-end gap-x-2 gap-y-2 @max-[14rem]:grid-cols-1">
        {others.map(([name, label]) => (
          <Stat key={name} label={t(label)}>
            <Amount name={name} />
          </Stat>
        ))}
      </div>
      <FundsFailed text={t('history.funds_failed')} />
    </Panel>
  )
}

type AmountProps = {
  readonly name: AmountName
  readonly fraction?: 'small'
  readonly className?: string
}

/** Each reads its own, so that a tick shows only those anew that it has changed. Margins have six decimals everywhere. */
function Amount({ name, fraction, className }: AmountProps) {
  const value = useAmount(name)
  const look = classes(className, value === null && 'text-dim')
  return (
    <Figure className={look} decimals={name === 'usedMargin' ? 6 : 2} fraction={fraction} value={value} />
  )
}
