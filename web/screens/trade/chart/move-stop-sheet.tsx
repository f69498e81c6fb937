import { useCallback, useEffect, useState } from 'react'
import type { SetStopPriceInput } from '#contract/calls/set-stop-price.ts'
import { Button } from '#ui/button.tsx'
import { figureText } from '#ui/figure-format.ts'
import { Sheet } from '#ui/sheet.tsx'
import { setStops } from '#web/calls/change-order.ts'
import { twoSidedOf } from '#web/markets/known-rate.ts'
import { useBook, useParts } from '#web/parts/app-parts.tsx'
import { useMarketDetail } from '#web/parts/market-detail.ts'
import { useAct } from '#web/parts/use-act.ts'
import { useRate } from '#web/parts/use-rate.ts'
import { useStore } from '#web/parts/use-store.ts'
import { MoveFigures } from '#web/screens/trade/chart/move-figures.tsx'
import { MoveNote } from '#web/screens/trade/chart/move-note.tsx'
import { type MovedStop, movedStop } from '#web/screens/trade/chart/moved-stop.ts'
import type { AskedMove, ChartOrders } from '#web/screens/trade/chart/use-chart-orders.ts'

export type MoveStopSheetProps = Pick<ChartOrders, 'asked' | 'setMove'>

/** Asks before a stop that was dragged is set. Whatever else ends it puts the line back. */
export function MoveStopSheet({ asked, setMove }: MoveStopSheetProps) {
  const [last, setLast] = useState(asked)
  const [isSettling, setIsSettling] = useState(false)
  if (asked !== undefined && asked !== last) setLast(asked)
  // What it says stays while it leaves the screen.
  const shown = asked ?? last
  if (shown === undefined) return null
  return (
    <OpenedSheet
      asked={shown}
      isOpen={asked !== undefined && !isSettling}
      key={`${shown.order.id} ${shown.move.kind}`}
      setIsSettling={setIsSettling}
      setMove={setMove}
    />
  )
}

type OpenedSheetProps = Pick<ChartOrders, 'setMove'> & {
  readonly asked: AskedMove
  readonly isOpen: boolean
  /** Until the lists say what the answer said, the line stays where it was put. */
  readonly setIsSettling: (isSettling: boolean) => void
}

function OpenedSheet({ asked, isOpen, setIsSettling, setMove }: OpenedSheetProps) {
  const { caller, portfolio } = useParts()
  const { order, move } = asked
  const t = useBook('trading', 'ticket')
  const act = useAct(
    (input: SetStopPriceInput, options): Promise<unknown> =>
      setStops(caller.callUntilKnown, input, { ...options, quiet: 'refused' }),
  )
  const detail = useMarketDetail(order.market.id)
  const moved = useMovedStop(asked)
  const { giveUp } = act
  // A doubt is left behind, too: a stop may be set twice, and the next one is a wish of its own.
  const putBack = useCallback(() => {
    giveUp()
    setMove(undefined)
  }, [giveUp, setMove])
  // A refusal is said here; whatever else went wrong a toast has said.
  const hasFailed = act.state.kind === 'failed' && act.state.failure.kind !== 'refused'
  useEffect(() => {
    if (hasFailed) putBack()
  }, [hasFailed, putBack])
  const isUnknown = act.state.kind === 'unknown'
  const confirm = async () => {
    const answer = await (isUnknown ? act.askAgain() : act.run(moved.input))
    if (answer === undefined) return
    setIsSettling(true)
    await portfolio.refresh()
    setIsSettling(false)
    setMove(undefined)
  }
  const canBeSet = detail.isFresh && moved.view.fault === undefined
  const verb = moved.from === null ? 'set' : 'move'
  return (
    <Sheet
      dismissible={!act.isBusy}
      footer={
        <div className="grid gap-2">
          <Button busy={act.isBusy} disabled={!canBeSet && !isUnknown} full onClick={() => void confirm()}>
            {isUnknown ? t('act.ask_again') : t(`line.confirm.${move.kind}`, { price: figureText(moved.to) })}
          </Button>
          <Button disabled={act.isBusy} full onClick={putBack} variant="secondary">
            {t('act.cancel')}
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
        isFresh={detail.isFresh}
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
