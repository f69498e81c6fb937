import { useLocation } from 'wouter'
import { Button, ButtonLink } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Notice } from '#ui/notice.tsx'
import { useConnectionStatus, useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import { describeAction, describeResult } from '#web/parts/order-actions/describe-action.ts'
import { tradeActionsOf } from '#web/parts/order-actions/order-actions.ts'
import { UnconfirmedNotice } from '#web/parts/order-actions/unconfirmed-notice.tsx'
import type { ActionEntry, ActionState } from '#web/trade-actions/action-state.ts'

/**
 * Unconfirmed actions and their outcomes at the top of every screen, except those an open screen shows itself. An
 * outcome stays until the user dismisses it.
 */
export function TradeActionsNotice() {
  const { entries } = useStore(tradeActionsOf(useParts()))
  const isGone = useConnectionStatus() === 'gone'
  const unseen = entries.filter(({ isWatched, state }) => !isWatched && state.kind !== 'busy')
  if (unseen.length === 0) return null
  return (
    // Below the banner about a lost connection.
    <div
      className={classes('column max-h-[40dvh] shrink-0 overflow-y-auto px-4 py-2 pt-safe', isGone && 'mt-6')}
    >
      <ul className="grid grid-cols-1 gap-2 pt-2">
        {unseen.map((entry) => (
          <li key={entry.sent.key}>
            <EntryNotice entry={entry} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function EntryNotice({ entry: { sent, state } }: { entry: ActionEntry }) {
  const t = useDictionary('trading')
  const actions = tradeActionsOf(useParts())
  const market = sent.market ?? undefined
  if (state.kind === 'unconfirmed')
    return <UnconfirmedNotice market={market} onCheck={actions.checkOutcomes} state={state} />
  const text = state.kind === 'done' ? describeResult(t, state) : describeAction(t, sent.action)
  return (
    <Notice
      action={
        // This button replaces the one that checks the outcome. A late tap meant for that one must not hit it.
        <Button
          data-late-presses
          onClick={() => actions.dismissKey(sent.key)}
          size="small"
          variant="secondary"
        >
          {t('act.ok')}
        </Button>
      }
      icon={state.kind === 'done' ? 'check-circle' : 'warning'}
      live
      tone={tones[state.kind]}
    >
      <bdi className="block font-semibold">
        {market === undefined ? text : t('act.of_market', { market, words: text })}
      </bdi>
      <OutcomeText state={state} />
    </Notice>
  )
}

const tones = {
  idle: 'neutral',
  busy: 'neutral',
  done: 'neutral',
  never: 'neutral',
  failed: 'danger',
  expired: 'warn',
} as const

function OutcomeText({ state }: { state: ActionState }) {
  const t = useDictionary('trading')
  const [, go] = useLocation()
  switch (state.kind) {
    case 'failed':
      return state.failure.kind === 'refused' ? t('act.not_done', { why: state.failure.msg }) : null
    case 'never':
      return t(state.request.kind === 'place' ? 'act.never.place' : 'act.never')
    case 'expired':
      return (
        <>
          {t('act.expired')}
          <ButtonLink href={history} onSelect={() => go(history)} size="small" variant="quiet">
            {t('act.expired.orders')}
          </ButtonLink>
        </>
      )
    default:
      return null
  }
}

const history = '/order?type=3'
