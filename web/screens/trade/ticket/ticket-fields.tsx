import { type ReactNode, useCallback } from 'react'
import { closingPrice } from '#core/margin/valuation.ts'
import { formatPrice } from '#core/money/amounts.ts'
import { Chips } from '#ui/chips.tsx'
import { classes } from '#ui/classes.ts'
import { Figure } from '#ui/figure.tsx'
import { bidAskOf } from '#web/markets/current-rate.ts'
import { useConnectionStatus, useDictionary } from '#web/parts/app-parts.tsx'
import { isolateLtr } from '#web/parts/bidi.ts'
import type { StopDraft, StopKind } from '#web/parts/stops/stop-draft.ts'
import { StopField } from '#web/parts/stops/stop-field.tsx'
import type { RefusalPlace } from '#web/parts/ticket/ticket-messages.ts'
import { LotsRow, RefusalAnchor, TargetPriceRow, TicketRow } from '#web/parts/ticket/ticket-rows.tsx'
import {
  useEditDraft,
  useRefusal,
  useTicket,
  useTicketContext,
} from '#web/screens/trade/ticket/ticket-context.tsx'
import { setLeverage, setLots, setStop, setTarget } from '#web/screens/trade/ticket/ticket-draft.ts'

/** Best price for a market order, or the editable order price of a pending one. */
export function PriceField() {
  return useTicket(({ draft }) => draft.mode) === 'market' ? <MarketPrice /> : <TargetField />
}

function MarketPrice() {
  const t = useDictionary('ticket')
  return (
    <TicketRow label={t('ticket.best_price')}>
      {() => <BestPrice className="text-17 font-semibold" />}
    </TicketRow>
  )
}

function BestPrice({ className }: { className: string }) {
  const { market } = useTicketContext()
  const best = useTicket(({ view }) => view.bestPrice)
  const isGone = useConnectionStatus() === 'gone'
  return (
    <Figure
      className={classes(className, isGone && 'text-dim')}
      decimals={market.precision}
      flash
      value={best}
    />
  )
}

function TargetField() {
  const change = useEditDraft()
  const { market, store } = useTicketContext()
  return (
    <TargetPriceRow
      best={<BestPrice className="" />}
      fault={useTicket(({ view }) => view.faults.target?.kind)}
      onBest={() => change((draft) => setTarget(draft, store.getSnapshot().view.bestPrice ?? draft.target))}
      onChange={(text) => change((draft) => setTarget(draft, text))}
      precision={market.precision}
      refusal={useRefusal('target')}
      start={store.getSnapshot().view.bestPrice ?? undefined}
      value={useTicket(({ draft }) => draft.target)}
    />
  )
}

/** The leverages that the market offers, as chips in a row that scrolls. */
export function LeverageField() {
  const t = useDictionary('trading', 'ticket')
  const change = useEditDraft()
  const { market } = useTicketContext()
  const chosen = useTicket(({ draft }) => draft.leverage)
  const isMissing = useTicket(({ view }) => view.faults.leverage !== undefined)
  const fault = useRefusal('leverage') ?? (isMissing ? t('ticket.fault.leverage') : undefined)
  return (
    <div className="border-b border-line py-1.5">
      <div className="flex items-center gap-1">
        <span className="shrink-0">{t('order.leverage')}</span>
        <Chips
          className={chipsClass}
          items={market.terms.leverages.map((value) => ({
            value: String(value),
            label: isolateLtr(`×${value}`),
          }))}
          label={t('order.leverage')}
          variant="box"
          onChange={(value) => change((draft) => setLeverage(draft, Number(value)))}
          value={String(chosen ?? '')}
        />
      </div>
      {fault === undefined ? null : (
        <p aria-live="polite" className="text-12 text-danger">
          {fault}
        </p>
      )}
    </div>
  )
}

/** Both ends fade out, to show that the row scrolls. */
const chipsClass =
  'ms-auto -me-4 min-w-0 flex-nowrap! justify-start! no-scrollbar overflow-x-auto px-4 [mask-image:linear-gradient(to_right,transparent,black_16px,black_calc(100%-16px),transparent)]'

export function LotsField() {
  const change = useEditDraft()
  const { market } = useTicketContext()
  return (
    <LotsRow
      fault={useTicket(({ view }) => view.faults.lots?.kind)}
      market={market}
      onChange={(text) => change((draft) => setLots(draft, text))}
      refusal={useRefusal('lots')}
      value={useTicket(({ draft }) => draft.lots)}
    />
  )
}

export function StopFields() {
  return (
    <>
      <TicketRefusalAnchor of="stop_loss">
        <TicketStop kind="stop_loss" />
      </TicketRefusalAnchor>
      <TicketRefusalAnchor of="take_profit">
        <TicketStop kind="take_profit" />
      </TicketRefusalAnchor>
    </>
  )
}

const draftKeys = { stop_loss: 'stopLoss', take_profit: 'takeProfit' } as const

function TicketStop({ kind }: { kind: StopKind }) {
  const change = useEditDraft()
  const { market } = useTicketContext()
  const draft = useTicket((now) => now.draft[draftKeys[kind]])
  const view = useTicket((now) => now.view[draftKeys[kind]])
  const onChange = useCallback(
    (stop: StopDraft) => change((before) => setStop(before, kind, stop)),
    [change, kind],
  )
  return (
    <StopField
      draft={draft}
      kind={kind}
      onChange={onChange}
      precision={market.precision}
      refusal={useRefusal(kind)}
      start={useClosingPrice()}
      view={view}
    />
  )
}

/** Reads the price at which an order of the chosen side would close now. */
function useClosingPrice(): () => string | undefined {
  const { market, store } = useTicketContext()
  return useCallback(() => {
    const { quote, draft } = store.getSnapshot()
    const sides = bidAskOf(quote, market.precision)
    return sides === undefined ? undefined : formatPrice(closingPrice(draft.side, sides), market.precision)
  }, [market, store])
}

/** Scrolls its field into view when the server refuses the order because of that field. */
export function TicketRefusalAnchor({ of, children }: { of: RefusalPlace; children: ReactNode }) {
  return <RefusalAnchor refusal={useRefusal(of)}>{children}</RefusalAnchor>
}
