import { useSyncExternalStore } from 'react'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Notice } from '#ui/notice.tsx'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { useMarketStatus } from '#web/parts/market/market-status.tsx'
import { describeAction, describeResult } from '#web/parts/order-actions/describe-action.ts'
import { UnconfirmedNotice } from '#web/parts/order-actions/unconfirmed-notice.tsx'
import type { TicketView } from '#web/parts/ticket/ticket-types.ts'
import type { ActionState } from '#web/trade-actions/action-state.ts'

type ActionNoticeProps = {
  readonly state: ActionState
  /** Asks for the outcome of an unconfirmed action now. */
  readonly onCheckNow?: (() => void) | undefined
}

/** State of the last action on the order: unconfirmed, never received, expired, refused or done. */
export function ActionNotice({ state, onCheckNow }: ActionNoticeProps) {
  const t = useDictionary('trading')
  switch (state.kind) {
    case 'unconfirmed':
      return <UnconfirmedNotice onCheck={onCheckNow} state={state} />
    case 'never':
      return (
        <Notice icon="info" live>
          <bdi className="block font-semibold">{describeAction(t, state.request)}</bdi>
          {t('act.never')}
        </Notice>
      )
    case 'expired':
      return (
        <Notice icon="clock" live tone="warn">
          <bdi className="block font-semibold">{describeAction(t, state.request)}</bdi>
          {t('act.expired')}
        </Notice>
      )
    case 'failed':
      // Any other failure is shown in a toast.
      if (state.failure.kind !== 'refused') return null
      return (
        <Notice icon="warning" live tone="danger">
          {state.failure.msg}
        </Notice>
      )
    case 'done':
      return (
        <Notice icon="check-circle" live>
          {describeResult(t, state)}
        </Notice>
      )
    default:
      return null
  }
}

/** Why orders of a market cannot be opened, closed or edited now. */
export type BlockReason = 'market_closed' | 'stale_price'

/** Undefined if the market is not loaded: the server decides. Re-renders when the state changes, not on every quote. */
export function useBlockReason(marketId: number): BlockReason | undefined {
  const { markets } = useParts()
  const quote = markets.quote(marketId)
  const state = useSyncExternalStore(quote.subscribe, () => quote.getSnapshot()?.state)
  if (state === 'closed') return 'market_closed'
  return state === 'stale' ? 'stale_price' : undefined
}

type BlockedNoticeProps = { readonly order: ShownOrder; readonly block: BlockReason }

/** Why the order cannot be closed now, until when, and which action is still possible. */
export function BlockedNotice({ order, block }: BlockedNoticeProps) {
  const t = useDictionary('trading', 'orders')
  const { isClosed, label } = useMarketStatus(order.market.id)
  return (
    <Notice icon={block === 'market_closed' ? 'clock' : 'offline'} live tone="warn">
      {isClosed && label !== undefined ? <bdi className="block font-semibold">{label}</bdi> : null}
      {t(`detail.blocked.${block}`)}{' '}
      {t(order.status === 'pending' ? 'detail.blocked.cancel' : 'detail.blocked.remove')}
    </Notice>
  )
}

type LeverageNoticeProps = { readonly order: ShownOrder; readonly ticket: TicketView | undefined }

/** An edit or reversal places a new order with the same leverage. Shown if the market no longer offers it. */
export function LeverageNotice({ order, ticket }: LeverageNoticeProps) {
  const t = useDictionary('orders')
  if (ticket?.faults.leverage === undefined) return null
  return (
    <Notice icon="warning" live tone="danger">
      {t('detail.leverage_gone', { leverage: `\u2066×${order.leverage}\u2069` })}
    </Notice>
  )
}

/** An edit or reversal places a new order. Shown if the account is real and may not, because prices are simulated. */
export function SimulatedPricesBlock({ ticket }: { ticket: TicketView | undefined }) {
  const t = useDictionary('trading')
  if (ticket?.block !== 'simulated_prices') return null
  return (
    <Notice icon="info" live tone="warn">
      {t('simulated.real_off')}
    </Notice>
  )
}
