// Baseline: one state for the whole list, one message per tick, and all rows rendered on every tick. It uses the styles
// and components of the app, so that only the handling of ticks differs.
import './naive.css'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { AbbreviatedKlineAnswer, TradeItem } from '#contract/calls/market.ts'
import type { PushFrame, QuoteRow } from '#contract/live.ts'
import { Badge } from '#ui/badge.tsx'
import { Figure } from '#ui/figure.tsx'
import { Screen } from '#ui/screen.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import { UiLabelsProvider } from '#ui/ui-labels.tsx'
import { showcaseLabels } from '#web/screens/showcase/showcase-labels.ts'

function NaiveHome() {
  const [items, setItems] = useState<readonly TradeItem[]>([])
  const [charts, setCharts] = useState<AbbreviatedKlineAnswer>({})
  useEffect(() => {
    void read<readonly TradeItem[]>('trade_list').then(setItems)
    void read<AbbreviatedKlineAnswer>('abbreviated_cache_kline').then(setCharts)
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/each-tick`)
    socket.onmessage = ({ data }) => {
      const { data: rows }: PushFrame<readonly QuoteRow[]> = JSON.parse(String(data))
      setItems((before) => rows.reduce(withRow, before))
    }
    return () => socket.close()
  }, [])
  return (
    <Screen title="Markets">
      <ul className="[&>li+li]:border-t [&>li+li]:border-line">
        {items.map((item) => (
          <li key={item.Id}>
            <Row chart={charts[item.Id]} item={item} />
          </li>
        ))}
      </ul>
    </Screen>
  )
}

function Row({ item, chart }: { item: TradeItem; chart: readonly number[] | undefined }) {
  const change = item.ForexQuotations.Change ?? 0
  const tone = change === 0 ? 'neutral' : change > 0 ? 'rise' : 'fall'
  return (
    <button
      className="grid min-h-16 w-full grid-cols-[auto_minmax(0,1fr)_auto_minmax(5.25rem,auto)] items-center gap-x-3 px-4 py-2 text-start"
      type="button"
    >
      <img alt="" className="row-span-2 size-[2em]" height={30} loading="lazy" src={item.Logo} width={30} />
      <span className="col-start-2 truncate font-semibold">{item.ShowCode}</span>
      <Sparkline className="col-start-3 row-span-2 row-start-1 h-7 w-16" tone={tone} values={chart} />
      <span className="col-start-4 row-start-1 text-end">
        <Figure className="font-semibold" decimals={item.PricePrecision} flash value={item.Bid} />
      </span>
      <span className="col-start-2 row-start-2 truncate text-12 text-dim">{item.Name}</span>
      <span className="col-start-4 row-start-2 text-end">
        <Badge className="min-w-17" tone={tone}>
          <Figure decimals={2} plus unit="%" value={change} />
        </Badge>
      </span>
    </button>
  )
}

function withRow(items: readonly TradeItem[], row: QuoteRow): readonly TradeItem[] {
  return items.map((item) =>
    item.Id === row.Id
      ? {
          ...item,
          Bid: row.Bid,
          Ask: row.Ask,
          ForexQuotations: { ...item.ForexQuotations, Change: row.Change },
        }
      : item,
  )
}

async function read<Answer>(call: string): Promise<Answer> {
  const response = await fetch(`/v1/api/forex/${call}`)
  return (await response.json()).data
}

const root = document.getElementById('app')
if (root === null) throw new Error('the page has no element #app')
createRoot(root).render(
  <UiLabelsProvider labels={showcaseLabels}>
    <NaiveHome />
  </UiLabelsProvider>,
)
