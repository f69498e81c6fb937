import { classes } from '#ui/classes.ts'
import { Figure } from '#ui/figure.tsx'
import { Panel } from '#ui/panel.tsx'
import { Stat } from '#ui/stat.tsx'
import { type AmountName, useAmount } from '#web/parts/account/funds.tsx'
import { useConnectionStatus, useDictionary } from '#web/parts/app-parts.tsx'
import { StaleBadge } from '#web/parts/stale-prices.tsx'
import { closeOutPosition, marginCallPosition, riskPosition } from '#web/screens/order/risk-scale.ts'

/** Equity, floating profit, margin and margin level of the account, all from the same push. */
export function AccountSummary() {
  const t = useDictionary('trading', 'orders')
  return (
    <div className="px-4 pt-1 pb-2">
      <Panel className="@container">
        <div className="flex flex-wrap items-end justify-between gap-x-3">
          <div>
            <div className="flex items-center gap-2 text-12 text-dim">
              {t('funds.net_value')}
              <StaleBadge className="-my-1" />
            </div>
            <Amount className={equityClass} decimals={2} name="equity" />
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
            <Amount decimals={2} name="freeMargin" />
          </Stat>
          <Stat label={t('funds.ratio')}>
            <Amount decimals={2} name="marginUsage" unit="%" />
          </Stat>
        </div>
      </Panel>
    </div>
  )
}

/** Capped by the viewport width, so that a large value fits a small phone with large fonts. */
const equityClass =
  'text-[min(1.75rem,12vw)] leading-[2.125rem] font-bold tracking-tight @max-[17rem]:text-[min(1.5rem,12vw)]'

type AmountProps = {
  readonly name: AmountName
  readonly decimals: number
  readonly unit?: string
  readonly signed?: boolean
  readonly className?: string
}

/** Each amount subscribes to its own value, so that a tick re-renders only the changed ones. */
function Amount({ name, signed = false, className, ...format }: AmountProps) {
  const isGone = useConnectionStatus() === 'gone'
  return (
    <Figure
      {...format}
      className={classes(className, isGone && 'text-dim')}
      plus={signed}
      tone={signed && !isGone ? 'sign' : 'neutral'}
      value={useAmount(name)}
    />
  )
}

/** The margin level as a marker on a bar with three zones: close-out, margin call and safe. */
function RiskBar() {
  const t = useDictionary('trading', 'orders')
  return (
    <div className="@container mt-2">
      <div aria-hidden="true" className="relative flex h-1.5 gap-0.5">
        <span className="rounded-s-full bg-danger" style={{ width: percent(closeOutPosition) }} />
        <span className="bg-warn" style={{ width: percent(marginCallPosition - closeOutPosition) }} />
        <span className="grow rounded-e-full bg-good" />
        <RiskMarker />
      </div>
      <div className="mt-1.5 flex flex-wrap items-baseline gap-x-3 text-12 text-dim">
        <LegendItem dotClass="bg-danger">{t('orders.close_out', { percent: '50' })}</LegendItem>
        <LegendItem dotClass="bg-warn">{t('orders.call', { percent: '100' })}</LegendItem>
        <span className="ms-auto @max-[18rem]:basis-full">
          {t('funds.risk')} <MarginLevel />
        </span>
      </div>
    </div>
  )
}

/** Legend entry for one colour of the bar. */
function LegendItem({ dotClass, children }: { dotClass: string; children: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden="true" className={classes('size-1.5 rounded-full', dotClass)} />
      <bdi>{children}</bdi>
    </span>
  )
}

/** Separate from RiskBar, like MarginLevel below, so that a tick re-renders only the marker and the number. */
function RiskMarker() {
  const marginLevel = useAmount('marginLevel')
  if (marginLevel === null) return null
  return (
    <span
      className="absolute -inset-y-1 w-0.75 rounded-full bg-text ring-2 ring-surface transition-[inset-inline-start] duration-200"
      style={{ insetInlineStart: `calc((100% - 3px) * ${riskPosition(marginLevel)})` }}
    />
  )
}

function MarginLevel() {
  return <Figure className="font-semibold text-text" decimals={2} unit="%" value={useAmount('marginLevel')} />
}

function percent(share: number): string {
  return `${share * 100}%`
}
