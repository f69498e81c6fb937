import { useCallback, useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { figureText } from '#ui/figure-format.ts'
import { Sheet } from '#ui/sheet.tsx'
import { twoSidedOf } from '#web/markets/known-rate.ts'
import { useBook, useParts } from '#web/parts/app-parts.tsx'
import { LineButton } from '#web/parts/line-button.tsx'
import { useMarketDetail } from '#web/parts/market-detail.ts'
import { latePresses } from '#web/parts/order-acts/late-presses.ts'
import { useDoneAct, useOrderActs } from '#web/parts/order-acts/use-order-acts.ts'
import { useRate } from '#web/parts/use-rate.ts'
import { useStore } from '#web/parts/use-store.ts'
import { MoveFigures } from '#web/screens/trade/chart/move-figures.tsx'
import { MoveNote } from '#web/screens/trade/chart/move-note.tsx'
import { type MovedStop, movedStop } from '#web/screens/trade/chart/moved-stop.ts'
import type { AskedMove, ChartOrders } from '#web/screens/trade/chart/use-chart-orders.ts'

export type MoveStopSheetProps = Pick<ChartOrders, 'asked' | 'setMove' | 'onSet'>

/** Asks before a stop that was dragged is set. Whatever else ends it puts the line back. */
export function MoveStopSheet({ asked, ...ways }: MoveStopSheetProps) {
  const [last, setLast] = useState(asked)
  if (asked !== undefined && asked !== last) setLast(asked)
  // What it says stays while it leaves the screen.
  const shown = asked ?? last
  if (shown === undefined) return null
  return (
    <OpenedSheet
      {...ways}
      asked={shown}
      isOpen={asked !== undefined}
      key={`${shown.order.id} ${shown.move.kind}`}
    />
  )
}

type OpenedSheetProps = Pick<ChartOrders, 'setMove' | 'onSet'> & {
  readonly asked: AskedMove
  readonly isOpen: boolean
}

function OpenedSheet({ asked, isOpen, setMove, onSet }: OpenedSheetProps) {
  const { order, move } = asked
  const t = useBook('trading', 'ticket')
  const act = useOrderActs(order.id)
  const detail = useMarketDetail(order.market.id)
  const moved = useMovedStop(asked)
  const { watch } = act
  useEffect(() => (isOpen ? watch() : undefined), [isOpen, watch])
  const putBack = useCallback(() => setMove(undefined), [setMove])
  // A refusal is said here; whatever else went wrong a toast has said.
  const hasFailed = isOpen && act.state.kind === 'failed' && act.state.failure.kind !== 'refused'
  useEffect(() => {
    if (hasFailed) putBack()
  }, [hasFailed, putBack])
  const isUnconfirmed = act.state.kind === 'unconfirmed'
  const confirm = async () => {
    if (isUnconfirmed) act.checkNow()
    else if ((await act.run({ kind: 'stops', input: moved.input })) !== undefined) onSet(move)
  }
  useDoneAct(act, isOpen, ({ kind }) => {
    if (kind === 'stops') onSet(move)
  })
  const canBeSet = detail.isFresh && moved.view.fault === undefined
  const verb = moved.from === null ? 'set' : 'move'
  return (
    <Sheet
      dismissible={!act.isBusy}
      footer={
        <div className="grid gap-2" data-late-presses={latePresses(act.state)}>
          <LineButton
            busy={act.isBusy}
            disabled={!canBeSet && !isUnconfirmed}
            full
            onClick={() => void confirm()}
          >
            {isUnconfirmed
              ? t('act.check_now')
              : t(`line.confirm.${move.kind}`, { price: figureText(moved.to) })}
          </LineButton>
          <Button disabled={act.isBusy} full onClick={putBack} variant="secondary">
            {t(isUnconfirmed ? 'act.not_now' : 'act.cancel')}
          </Button>
        </div>
      }
      onOpenChange={(open) => (open || act.isBusy ? undefined : putBack())}
      open={isOpen}
      title={t(`line.${verb}.${move.kind}`)}
    >
      <MoveFigures kind={move.kind} moved={moved} order={order} />
      <MoveNote
        act={act.state}
        isFresh={!detail.isClosed && !detail.isStale}
        moved={moved}
        onNearest={(price) => setMove({ ...move, price })}
        order={order}
      />
    </Sheet>
  )
}

/** As it would be now, with every price. */
function useMovedStop({ order, move }: AskedMove): MovedStop {
  const { markets, portfolio } = useParts()
  const quote = twoSidedOf(useStore(markets.quote(order.market.id)), order.market.precision)
  const rate = useRate(order.market.quoteCurrency)
  const funds = useStore(portfolio.funds)
  const balance = funds.kind === 'known' ? funds.amounts.balance : undefined
  return movedStop(order, move, { quote, rate, balance })
}
