import { memo } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Figure } from '#ui/figure.tsx'
import { ListGroup } from '#ui/list-group.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { blocksLateTaps } from '#web/parts/order-actions/order-actions.ts'
import { TradeButton } from '#web/parts/trade-button.tsx'
import { CloseManyResultPanel } from '#web/screens/order/close-many/close-many-result.tsx'
import type { CloseChoice, CloseSelection, OpenOrder } from '#web/screens/order/close-many/close-selection.ts'
import { type CloseMany, useCloseMany } from '#web/screens/order/close-many/use-close-many.ts'
import { ActionNotice } from '#web/screens/order/detail/notices.tsx'
import { useQuotesWhileOpen } from '#web/screens/order/detail/order-data.ts'

type CloseManySheetProps = { readonly isOpen: boolean; readonly onClose: () => void }

/** Closes several orders with one call, in three steps: choose, confirm, result. */
export function CloseManySheet({ isOpen, onClose }: CloseManySheetProps) {
  const many = useCloseMany(isOpen)
  useQuotesWhileOpen(isOpen)
  return (
    <Sheet
      dismissible={!many.isBusy}
      footer={stepFooter(many, onClose)}
      onOpenChange={(staysOpen) => {
        if (!staysOpen && !many.isBusy) onClose()
      }}
      open={isOpen}
      title={<StepTitle many={many} />}
    >
      <StepBody many={many} />
    </Sheet>
  )
}

function StepTitle({ many: { step } }: { many: CloseMany }) {
  const t = useDictionary('orders')
  switch (step.kind) {
    case 'choose':
      return t('many.title')
    case 'confirm':
      return <bdi>{t('many.ask', { count: step.count })}</bdi>
    case 'done':
      return t('many.result')
  }
}

function StepBody({ many }: { many: CloseMany }) {
  const { step } = many
  switch (step.kind) {
    case 'choose':
      return (
        <div className="grid grid-cols-1 gap-3">
          {/* Outcome of an earlier close-many call, for example that it was refused. */}
          <ActionNotice state={many.state} />
          <CloseChoices choices={step.choices} onChoose={many.choose} />
        </div>
      )
    case 'confirm':
      return <SelectedOrders selection={step.selection} />
    case 'done':
      return <CloseManyResultPanel {...step.outcome} />
  }
}

/**
 * Without a footer in the first step, the confirm footer is newly mounted. It then ignores the second tap of a double
 * tap on a choice.
 */
function stepFooter(many: CloseMany, onClose: () => void) {
  if (many.step.kind === 'choose') return undefined
  return many.step.kind === 'confirm' ? <ConfirmFooter many={many} /> : <DoneButton onClose={onClose} />
}

function DoneButton({ onClose }: { onClose: () => void }) {
  const t = useDictionary('orders')
  return (
    <Button full onClick={onClose} size="large">
      {t('detail.done')}
    </Button>
  )
}

type CloseChoicesProps = {
  readonly choices: readonly CloseChoice[]
  readonly onChoose: (choice: CloseChoice) => void
}

/** All, winners, losers and each market, with order count and floating profit. */
function CloseChoices({ choices, onChoose }: CloseChoicesProps) {
  const t = useDictionary('trading', 'orders')
  const blocked = choices.find(({ kind }) => kind === 'all')?.selection.blockedCount ?? 0
  return (
    <div className="grid grid-cols-1 gap-3">
      <ListGroup>
        {choices
          .filter(({ kind }) => kind !== 'market')
          .map((choice) => (
            <ChoiceRow choice={choice} key={choice.kind} onChoose={onChoose} />
          ))}
      </ListGroup>
      <ListGroup title={t('many.by_market')}>
        {choices
          .filter(({ kind }) => kind === 'market')
          .map((choice) => (
            <ChoiceRow choice={choice} key={choice.market?.id} onChoose={onChoose} />
          ))}
      </ListGroup>
      {blocked === 0 ? null : (
        <Notice icon="clock">
          <bdi>{t('many.blocked', { count: blocked })}</bdi>
        </Notice>
      )}
    </div>
  )
}

type ChoiceRowProps = {
  readonly choice: CloseChoice
  readonly onChoose: (choice: CloseChoice) => void
}

function ChoiceRow({ choice, onChoose }: ChoiceRowProps) {
  const t = useDictionary('orders')
  const { kind, market, selection } = choice
  const count = selection.orders.length
  return (
    <ListRow
      disabled={count === 0}
      label={<bdi>{t(`many.${kind}`, { market: market?.showCode ?? '' })}</bdi>}
      note={<bdi>{t('orders.count', { count })}</bdi>}
      onSelect={() => onChoose(choice)}
      value={
        <Figure
          className="text-15 font-semibold"
          decimals={6}
          plus
          tone="sign"
          unit="USD"
          value={count === 0 ? null : selection.profit}
        />
      }
    />
  )
}

/** The orders that will be closed, with their floating profits and the sum. */
function SelectedOrders({ selection }: { selection: CloseSelection }) {
  const t = useDictionary('orders')
  const { orders, profit, blockedCount } = selection
  return (
    <div className="grid grid-cols-1 gap-3">
      <div>
        <div className="text-12 text-dim">{t('many.profit')}</div>
        <Figure
          className="text-[min(1.25rem,6.5vw)] leading-[1.3] font-bold"
          decimals={6}
          plus
          tone="sign"
          unit="USD"
          value={profit}
        />
        <p className="text-12 text-dim">{t('many.note')}</p>
      </div>
      {blockedCount === 0 ? null : (
        <Notice icon="clock" live>
          <bdi>{t('many.blocked', { count: blockedCount })}</bdi>
        </Notice>
      )}
      {orders.length === 0 ? <p className="text-dim">{t('many.none')}</p> : null}
      <ul className="divide-y divide-line border-t border-line">
        {orders.map((one) => (
          <SelectedOrderRow key={one.order.id} order={one.order} profit={one.profit} />
        ))}
      </ul>
    </div>
  )
}

/** Memoised: a tick re-renders only the rows whose profit changed. */
const SelectedOrderRow = memo(function SelectedOrderRow({
  order,
  profit,
}: Pick<OpenOrder, 'order' | 'profit'>) {
  const t = useDictionary('trading')
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 text-13">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <bdi className="font-semibold">{order.market.showCode}</bdi>
        <Badge tone={order.side === 'buy' ? 'rise' : 'fall'}>{t(`order.side.${order.side}`)}</Badge>
        <Figure value={order.lots} />
      </span>
      <Figure className="ms-auto font-semibold" decimals={6} plus tone="sign" value={profit} />
    </li>
  )
})

/** Cancel and confirm buttons, with the state of the call above them. */
function ConfirmFooter({ many }: { many: CloseMany }) {
  const t = useDictionary('trading', 'orders')
  const { step, state, isBusy, isLocked } = many
  if (step.kind !== 'confirm') return null
  return (
    <div className="grid gap-3" data-late-presses={blocksLateTaps(state)}>
      <ActionNotice onCheckNow={many.checkOutcome} state={state} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3">
        <Button disabled={isLocked} onClick={many.back} variant="secondary">
          {t('act.cancel')}
        </Button>
        <TradeButton
          busy={isBusy}
          disabled={(isLocked && !isBusy) || step.selection.input === undefined}
          onClick={many.confirm}
          variant="danger"
        >
          {t('many.act', { count: step.count })}
        </TradeButton>
      </div>
    </div>
  )
}
