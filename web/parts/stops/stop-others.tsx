import { Figure } from '#ui/figure.tsx'
import type { StopBy, StopView } from '#web/parts/stops/stop-types.ts'

export type StopOthersProps = {
  readonly by: StopBy
  readonly view: StopView
  readonly precision: number
}

/** What a stop comes to in the two units it was not set in. */
export function StopOthers({ by, view, precision }: StopOthersProps) {
  const price = <Figure className="text-13" decimals={precision} key="price" value={view.price} />
  const money = (
    <Figure className="text-13" decimals={2} key="money" plus tone="sign" unit="USD" value={view.money} />
  )
  const percent = (
    <Figure className="text-12 text-dim" decimals={2} key="percent" plus unit="%" value={view.percent} />
  )
  return <>{{ price: [money, percent], money: [price, percent], percent: [price, money] }[by]}</>
}
