import { classes } from '#ui/classes.ts'
import { Figure } from '#ui/figure.tsx'
import { useAmount } from '#web/parts/account/funds.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { callPlace, closeOutPlace, riskPlace } from '#web/screens/order/risk-place.ts'

/** How far the account is from being called and from being closed out. */
export function RiskBar() {
  const t = useBook('trading', 'orders')
  return (
    <div className="@container mt-2">
      <div aria-hidden="true" className="relative flex h-1.5 gap-0.5">
        <span className="rounded-s-full bg-danger" style={{ width: percent(closeOutPlace) }} />
        <span className="bg-warn" style={{ width: percent(callPlace - closeOutPlace) }} />
        <span className="grow rounded-e-full bg-good" />
        <RiskMark />
      </div>
      <div className="mt-1.5 flex flex-wrap items-baseline gap-x-3 text-12 text-dim">
        <Level look="bg-danger">{t('orders.close_out', { percent: '50' })}</Level>
        <Level look="bg-warn">{t('orders.call', { percent: '100' })}</Level>
        <span className="ms-auto @max-[18rem]:basis-full">
          {t('funds.risk')} <RiskRate />
        </span>
      </div>
    </div>
  )
}

/** What a colour of the bar stands for. */
function Level({ look, children }: { look: string; children: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden="true" className={classes('size-1.5 rounded-full', look)} />
      <bdi>{children}</bdi>
    </span>
  )
}

/** By themselves, so that a price moves no more than the two. */
function RiskMark() {
  const riskRate = useAmount('riskRate')
  if (riskRate === null) return null
  return (
    <span
      className="absolute -inset-y-1 w-0.75 rounded-full bg-text ring-2 ring-surface transition-[inset-inline-start] duration-200"
      style={{ insetInlineStart: `calc((100% - 3px) * ${riskPlace(riskRate)})` }}
    />
  )
}

function RiskRate() {
  return <Figure className="font-semibold text-text" decimals={2} unit="%" value={useAmount('riskRate')} />
}

function percent(share: number): string {
  return `${share * 100}%`
}
