import type { AccountAmounts } from '#contract/funds-from-wire.ts'
import { Figure } from '#ui/figure.tsx'
import { useBook, useParts, useStore } from '#web/parts/app-parts.tsx'
import { Fact, FactGroup, Facts } from '#web/screens/order/detail/facts.tsx'

/** What the account comes to while this order is open: it is what a close-out is decided on. */
export function AccountFacts() {
  const t = useBook('trading', 'orders')
  return (
    <FactGroup title={t('detail.account')}>
      <Facts>
        <Fact label={t('funds.risk')}>
          <AmountFigure of="riskRate" unit="%" />
        </Fact>
        <Fact label={t('funds.ratio')}>
          <AmountFigure of="marginRatio" unit="%" />
        </Fact>
        <Fact label={t('funds.net_value')}>
          <AmountFigure of="netValue" unit="USD" />
        </Fact>
      </Facts>
    </FactGroup>
  )
}

type Shown = 'riskRate' | 'marginRatio' | 'netValue'

function AmountFigure({ of, unit }: { of: keyof Pick<AccountAmounts, Shown>; unit: string }) {
  const { portfolio } = useParts()
  const funds = useStore(portfolio.funds)
  return <Figure decimals={2} unit={unit} value={funds.kind === 'known' ? funds.amounts[of] : null} />
}
