import { useLocation } from 'wouter'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Notice } from '#ui/notice.tsx'
import { useBook, useParts, useToken } from '#web/parts/app-parts.tsx'
import { loginPath } from '#web/parts/login-path.ts'
import { useEnterDemo } from '#web/parts/use-enter-demo.ts'
import { useStore } from '#web/parts/use-store.ts'
import { ExpiredOrder } from '#web/screens/trade/ticket/footer/expired-order.tsx'
import { PlaceButton } from '#web/screens/trade/ticket/footer/place-button.tsx'
import { useOfMarket } from '#web/screens/trade/ticket/footer/use-of-market.ts'
import { placingOf } from '#web/screens/trade/ticket/placing/placing.ts'
import { useRefusal } from '#web/screens/trade/ticket/placing/use-refusal.ts'
import { useTicket } from '#web/screens/trade/ticket/ticket-provider.tsx'

/** The button under the thumb. A visitor finds the ways in there, and the ticket as it was when they come back. */
export function TicketFooter() {
  const isVisitor = useToken() === undefined
  const state = useStore(placingOf(useParts()))
  if (isVisitor) return <WaysIn />
  if (state.kind === 'expired') return <ExpiredOrder input={state.input} />
  return (
    <>
      <PlacingNotice />
      <PlaceButton />
    </>
  )
}

function WaysIn() {
  const t = useBook('trading', 'ticket')
  const [, go] = useLocation()
  const side = useTicket(({ draft }) => draft.side)
  const login = loginPath(`/trade?ticket=${side}`)
  const demo = useEnterDemo(() => undefined)
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

/** How it goes with what was sent, above the button, which stays where it is. */
function PlacingNotice() {
  const t = useBook('trading')
  const placing = placingOf(useParts())
  const state = useStore(placing)
  const refusal = useRefusal('button')
  const ofMarket = useOfMarket()
  if (state.kind === 'sending' && state.isInDoubt) {
    return (
      <Notice className="mb-3" live tone="warn">
        {ofMarket(state.input.forex_id, t('act.asking_again'))}
      </Notice>
    )
  }
  if (state.kind === 'unknown') {
    return (
      <Notice
        action={
          <Button onClick={placing.askAgain} size="small" variant="secondary">
            {t('act.ask_again')}
          </Button>
        }
        className="mb-3"
        icon="warning"
        live
        tone="warn"
      >
        {ofMarket(state.input.forex_id, t('act.unknown'))}
      </Notice>
    )
  }
  return state.kind !== 'refused' || refusal === undefined ? null : (
    <Notice className="mb-3" icon="warning" live tone="danger">
      {ofMarket(state.input.forex_id, refusal)}
    </Notice>
  )
}
