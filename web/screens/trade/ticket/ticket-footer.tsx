import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { SubmitInput } from '#contract/calls/trading.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { realTradesOf } from '#web/parts/account/opening-block.ts'
import { useDemoLogin } from '#web/parts/account/use-demo-login.ts'
import { useDictionary, useParts, useStore, useToken } from '#web/parts/app-parts.tsx'
import { loginPath } from '#web/parts/navigation.ts'
import { describeAction } from '#web/parts/order-actions/describe-action.ts'
import { blocksLateTaps } from '#web/parts/order-actions/order-actions.ts'
import { UnconfirmedNotice } from '#web/parts/order-actions/unconfirmed-notice.tsx'
import { orderPlacement, type PlacementState } from '#web/screens/trade/ticket/order-placement.ts'
import { PlaceButton } from '#web/screens/trade/ticket/place-button.tsx'
import {
  useOtherMarketName,
  useRefusal,
  useTicket,
  withMarketName,
} from '#web/screens/trade/ticket/ticket-context.tsx'
import type { TicketSnapshot } from '#web/screens/trade/ticket/ticket-store.ts'

/** The submit button. A visitor gets the login buttons instead, and finds the draft again after the login. */
export function TicketFooter() {
  const isVisitor = useToken() === undefined
  const state = useStore(orderPlacement(useParts()))
  const isBlocked = useTicket(isBlockedByPrices)
  useRefreshAfterRefusal(state)
  if (isVisitor) return <LoginButtons />
  if (state.kind === 'expired') return <ExpiredOrderNotice input={state.request.input} />
  return (
    <div data-late-presses={blocksLateTaps(state)}>
      <PlacementNotice />
      {isBlocked && state.kind !== 'busy' ? <OpeningBlocked /> : <PlaceButton />}
    </div>
  )
}

/**
 * Replaces the button while real accounts may open nothing: why, what still works, and the demo account. It may appear
 * under a finger that is about to place an order, so it ignores presses at first.
 */
function OpeningBlocked() {
  const t = useDictionary('trading', 'ticket')
  const demo = useDemoLogin(() => undefined)
  return (
    <div className="grid grid-cols-1 gap-2 pb-2" data-late-presses>
      <Notice icon="info" live tone="warn">
        <span className="block font-semibold">{t('ticket.block.simulated_prices')}</span>
        {t('simulated.real_off')}
      </Notice>
      <Button busy={demo.isBusy} full onClick={demo.enter} size="large" variant="primary">
        {t('demo.open')}
      </Button>
      <p className="text-center text-12 text-dim">{t('ticket.demo_switch')}</p>
    </div>
  )
}

const isBlockedByPrices = ({ view }: TicketSnapshot) => view.block === 'simulated_prices'

/** The refusal may be the first sign that real trades were switched off. */
function useRefreshAfterRefusal(state: PlacementState): void {
  const parts = useParts()
  const { failure } = state.kind === 'failed' ? state : {}
  const isRefused = failure?.kind === 'refused' && failure.reason === 'simulated_prices'
  useEffect(() => {
    if (isRefused) void realTradesOf(parts).refresh()
  }, [parts, isRefused])
}

function LoginButtons() {
  const t = useDictionary('trading', 'ticket')
  const [, go] = useLocation()
  const side = useTicket(({ draft }) => draft.side)
  const login = loginPath(`/trade?ticket=${side}`)
  const demo = useDemoLogin(() => undefined)
  return (
    <div className="grid grid-cols-1 gap-2">
      <ButtonLink full href={login} onSelect={() => go(login)} size="large" variant="primary">
        {t('ticket.login')}
      </ButtonLink>
      <Button busy={demo.isBusy} full onClick={demo.enter} variant="secondary">
        {t('demo.open')}
      </Button>
    </div>
  )
}

/** State of the last order, above the button so that the button does not move. */
function PlacementNotice() {
  const t = useDictionary('trading')
  const placement = orderPlacement(useParts())
  const state = useStore(placement)
  const refusal = useRefusal('button')
  const isBlocked = useTicket(isBlockedByPrices)
  const otherMarket = useOtherMarketName()
  if (state.kind === 'unconfirmed') {
    const market = otherMarket(state.request.input.forex_id)
    return (
      <UnconfirmedNotice className="mb-3" market={market} onCheck={placement.checkOutcomes} state={state} />
    )
  }
  if (state.kind === 'never') {
    const market = otherMarket(state.request.input.forex_id)
    return (
      <Notice className="mb-3" icon="info" live>
        <bdi className="block font-semibold">
          {withMarketName(t, market, describeAction(t, state.request))}
        </bdi>
        {t('act.never.place')}
      </Notice>
    )
  }
  return state.kind !== 'failed' || refusal === undefined || isBlocked ? null : (
    <Notice className="mb-3" icon="warning" live tone="danger">
      {withMarketName(t, otherMarket(state.request.input.forex_id), refusal)}
    </Notice>
  )
}

/**
 * Replaces the button when the outcome of the last order can no longer be looked up. The user must acknowledge this
 * before placing another order.
 */
function ExpiredOrderNotice({ input }: { input: SubmitInput }) {
  const t = useDictionary('trading', 'ticket')
  const placement = orderPlacement(useParts())
  const otherMarket = useOtherMarketName()
  const [, go] = useLocation()
  const orders = `/order?type=${input.status}`
  return (
    <div className="grid grid-cols-1 gap-2">
      <Notice icon="warning" live tone="warn">
        {withMarketName(t, otherMarket(input.forex_id), t('act.expired'))}
      </Notice>
      <ButtonLink full href={orders} onSelect={() => go(orders)} size="large" variant="strong">
        {t('act.expired.orders')}
      </ButtonLink>
      <Button full onClick={() => placement.dismiss()} variant="secondary">
        {t('ticket.expired.seen')}
      </Button>
    </div>
  )
}
