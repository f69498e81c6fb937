import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { type Price, parsePrice } from '#core/money/amounts.ts'
import { Button } from '#ui/button.tsx'
import { Figure } from '#ui/figure.tsx'
import { figureText } from '#ui/figure-format.ts'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'
import type { StopKind } from '#web/chart/orders/order-marks.ts'
import { bidAskOf } from '#web/markets/current-rate.ts'
import { useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import { useMarketStatus } from '#web/parts/market/market-status.tsx'
import { useUsdRate } from '#web/parts/market/use-usd-rate.ts'
import { blocksLateTaps } from '#web/parts/order-actions/order-actions.ts'
import { UnconfirmedNotice } from '#web/parts/order-actions/unconfirmed-notice.tsx'
import { useConfirmedAction, useOrderActions } from '#web/parts/order-actions/use-order-actions.ts'
import { TradeButton } from '#web/parts/trade-button.tsx'
import { type DraggedStop, draggedStop } from '#web/screens/trade/chart/dragged-stop.ts'
import type { ChartOrders, MoveRequest } from '#web/screens/trade/chart/use-chart-orders.ts'
import type { ActionState } from '#web/trade-actions/action-state.ts'

type MoveStopSheetProps = Pick<ChartOrders, 'moveRequest' | 'setMove' | 'onApplied'>

/** Asks the user to confirm a dragged stop. Dismissing the sheet puts the line back. */
export function MoveStopSheet({ moveRequest, ...callbacks }: MoveStopSheetProps) {
  const [last, setLast] = useState(moveRequest)
  if (moveRequest !== undefined && moveRequest !== last) setLast(moveRequest)
  // Keeps the last request during the closing animation.
  const shown = moveRequest ?? last
  if (shown === undefined) return null
  return (
    <ConfirmMoveSheet
      {...callbacks}
      request={shown}
      isOpen={moveRequest !== undefined}
      key={`${shown.order.id} ${shown.move.kind}`}
    />
  )
}

type ConfirmMoveSheetProps = Pick<ChartOrders, 'setMove' | 'onApplied'> & {
  readonly request: MoveRequest
  readonly isOpen: boolean
}

function ConfirmMoveSheet({ request, isOpen, setMove, onApplied }: ConfirmMoveSheetProps) {
  const { order, move } = request
  const t = useDictionary('trading', 'ticket')
  const action = useOrderActions(order.id)
  const detail = useMarketStatus(order.market.id)
  const moved = useDraggedStop(request)
  const { watch } = action
  useEffect(() => (isOpen ? watch() : undefined), [isOpen, watch])
  const dismiss = useCallback(() => setMove(undefined), [setMove])
  // A refusal is shown in the sheet. Any other failure was already shown in a toast.
  const hasFailed = isOpen && action.state.kind === 'failed' && action.state.failure.kind !== 'refused'
  useEffect(() => {
    if (hasFailed) dismiss()
  }, [hasFailed, dismiss])
  const isUnconfirmed = action.state.kind === 'unconfirmed'
  const confirm = async () => {
    if (isUnconfirmed) action.checkOutcomes()
    else if ((await action.submit({ kind: 'stops', input: moved.input })) !== undefined) onApplied(move)
  }
  useConfirmedAction(action, isOpen, ({ kind }) => {
    if (kind === 'stops') onApplied(move)
  })
  const canBeSet = detail.isFresh && moved.view.fault === undefined
  const verb = moved.from === null ? 'set' : 'move'
  return (
    <Sheet
      dismissible={!action.isBusy}
      footer={
        <div className="grid gap-2" data-late-presses={blocksLateTaps(action.state)}>
          <TradeButton
            busy={action.isBusy}
            disabled={!canBeSet && !isUnconfirmed}
            full
            onClick={() => void confirm()}
          >
            {isUnconfirmed
              ? t('act.check_now')
              : t(`line.confirm.${move.kind}`, { price: figureText(moved.to) })}
          </TradeButton>
          <Button disabled={action.isBusy} full onClick={dismiss} variant="secondary">
            {t(isUnconfirmed ? 'act.not_now' : 'act.cancel')}
          </Button>
        </div>
      }
      onOpenChange={(open) => (open || action.isBusy ? undefined : dismiss())}
      open={isOpen}
      title={t(`line.${verb}.${move.kind}`)}
    >
      <MoveFigures kind={move.kind} moved={moved} order={order} />
      <MoveNotice
        state={action.state}
        isFresh={!detail.isClosed && !detail.isStale}
        moved={moved}
        onNearest={(price) => setMove({ ...move, price })}
        order={order}
      />
    </Sheet>
  )
}

/** The preview of the move at current prices. */
function useDraggedStop({ order, move }: MoveRequest): DraggedStop {
  const { markets, portfolio } = useParts()
  const quote = bidAskOf(useStore(markets.quote(order.market.id)), order.market.precision)
  const rate = useUsdRate(order.market.quoteCurrency)
  const funds = useStore(portfolio.funds)
  const balance = funds.kind === 'known' ? funds.amounts.balance : undefined
  return draggedStop(order, move, { quote, rate, balance })
}

type MoveFiguresProps = {
  readonly kind: StopKind
  readonly moved: DraggedStop
  readonly order: ShownOrder
}

/** Old and new price, distance, money and percent. */
function MoveFigures({ kind, moved, order }: MoveFiguresProps) {
  const t = useDictionary('trading', 'ticket')
  const { from, to, view, distance, isInPips } = moved
  const orderValues = { side: t(`order.side.${order.side}`), lots: order.lots, market: order.market.showCode }
  return (
    <>
      <p className="text-13 text-dim">
        <bdi>{t('order.buy_or_sell', orderValues)}</bdi>
      </p>
      <div className="grid grid-cols-[1fr_auto_1fr] items-end gap-3 py-4">
        <PriceColumn label={t('line.from')}>
          {from === null ? t('order.none') : <Figure className="text-dim" value={from} />}
        </PriceColumn>
        <span className="pb-1.5 text-dim">
          <Icon name="chevron-forward" size={20} />
        </span>
        <PriceColumn label={t('line.to')}>
          <Figure tone={kind === 'stop_loss' ? 'fall' : 'rise'} value={to} />
        </PriceColumn>
      </div>
      <dl className="grid grid-cols-[1fr_auto] border-t border-line text-15">
        <FigureRow label={t(order.status === 'pending' ? 'line.distance.target' : 'line.distance.price')}>
          <Figure unit={isInPips ? t('line.pips') : undefined} value={distance} />
        </FigureRow>
        <FigureRow label={t('line.worth')}>
          <Figure decimals={2} plus tone="sign" unit="USD" value={view.money} />
        </FigureRow>
        <FigureRow label={t('line.share')}>
          <Figure decimals={2} plus tone="sign" unit="%" value={view.percent} />
        </FigureRow>
      </dl>
    </>
  )
}

function PriceColumn({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <div className="text-12 text-dim">{label}</div>
      <div className="text-20 font-semibold">{children}</div>
    </div>
  )
}

function FigureRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="border-b border-line py-2.5 pe-3 text-dim">{label}</dt>
      <dd className="border-b border-line py-2.5 text-end font-semibold">{children}</dd>
    </>
  )
}

type MoveNoticeProps = {
  readonly state: ActionState
  readonly isFresh: boolean
  readonly moved: DraggedStop
  readonly order: ShownOrder
  readonly onNearest: (price: Price) => void
}

/** Why the stop cannot be set. The space is reserved, so that nothing moves when the notice appears. */
function MoveNotice(props: MoveNoticeProps) {
  return (
    <div className="grid min-h-14 content-center pt-2">
      <NoticeBody {...props} />
    </div>
  )
}

function NoticeBody({ state, isFresh, moved: { view }, order, onNearest }: MoveNoticeProps) {
  const t = useDictionary('trading', 'ticket')
  if (state.kind === 'unconfirmed') return <UnconfirmedNotice state={state} />
  if (!isFresh)
    return (
      <Notice icon="offline" live tone="warn">
        {t('line.held_back')}
      </Notice>
    )
  if (view.fault === undefined) return <LastActionNotice state={state} />
  const { nearest } = view
  const at = nearest === undefined ? undefined : parsePrice(nearest, order.market.precision)
  return (
    <Notice
      action={
        at?.ok ? (
          <Button onClick={() => onNearest(at.amount)} size="small" variant="secondary">
            {t('stop.use_nearest', { price: figureText(nearest) })}
          </Button>
        ) : null
      }
      icon="warning"
      live
      tone="danger"
    >
      {t(`stop.fault.${view.fault}`)}
    </Notice>
  )
}

/** Outcome of the last action on the order. Shown if the stop can be set now. */
function LastActionNotice({ state }: Pick<MoveNoticeProps, 'state'>) {
  const t = useDictionary('trading')
  if (state.kind === 'expired' || state.kind === 'never')
    return (
      <Notice icon="info" live tone={state.kind === 'expired' ? 'warn' : 'neutral'}>
        {t(`act.${state.kind}`)}
      </Notice>
    )
  if (state.kind !== 'failed' || state.failure.kind !== 'refused') return null
  return (
    <Notice icon="warning" live tone="danger">
      {state.failure.msg}
    </Notice>
  )
}
