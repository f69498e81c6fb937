import { classes } from '#ui/classes.ts'
import { Figure } from '#ui/figure.tsx'
import { Panel } from '#ui/panel.tsx'
import { Stat } from '#ui/stat.tsx'
import { type AmountName, useAmount } from '#web/parts/account/funds.tsx'
import { useBook, useLine } from '#web/parts/app-parts.tsx'
import { StaleBadge } from '#web/parts/stale-prices.tsx'
import { RiskBar } from '#web/screens/order/risk-bar.tsx'

/** What the account comes to, all of one moment. */
export function TotalsPanel() {
  const t = useBook('trading', 'orders')
  return (
    <div className="px-4 pt-1 pb-2">
      <Panel className="@container">
        <div className="flex flex-wrap items-end justify-between gap-x-3">
          <div>
            <div className="flex items-center gap-2 text-12 text-dim">
              {t('funds.net_value')}
              <StaleBadge className="-my-1" />
            </div>
            <Amount className={netValueLook} decimals={2} name="netValue" />
          </div>
          <div className="grow text-end">
            <div className="text-12 text-dim">{t('funds.profit')}</div>
            <Amount className="text-15 leading-[2.125rem] font-semibold" decimals={6} name="profit" signed />
          </div>
        </div>
        <RiskBar />
        <div className="mt-3 grid grid-cols-2 items-end gap-x-2 gap-y-2 @max-[14rem]:grid-cols-1">
          <Stat label={t('funds.balance')}>
            <Amount decimals={2} name="balance" />
          </Stat>
          <Stat label={t('funds.margin')}>
            <Amount decimals={6} name="usedMargin" />
          </Stat>
          <Stat label={t('funds.available')}>
            <Amount decimals={2} name="available" />
          </Stat>
          <Stat label={t('funds.ratio')}>
            <Amount decimals={2} name="marginRatio" unit="%" />
          </Stat>
        </div>
      </Panel>
    </div>
  )
}

/** With large letters a large value is as wide as a small phone, and no wider. */
const netValueLook =
  'text-[min(1.75rem,12vw)] leading-[2.125rem] font-bold tracking-tight @max-[17rem]:text-[min(1.5rem,12vw)]'

type AmountProps = {
  readonly name: AmountName
  readonly decimals: number
  readonly unit?: string
  readonly signed?: boolean
  readonly className?: string
}

/** Each reads its own, so that a tick shows only those anew that it has changed. */
function Amount({ name, signed = false, className, ...look }: AmountProps) {
  const isGone = useLine() === 'gone'
  return (
    <Figure
      {...look}
      className={classes(className, isGone && 'text-dim')}
      plus={signed}
      tone={signed && !isGone ? 'sign' : 'neutral'}
      value={useAmount(name)}
    />
  )
}
