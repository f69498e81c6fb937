import { useMemo, useState } from 'react'
import type { CloseInput } from '#contract/calls/trading.ts'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Chips } from '#ui/chips.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FieldFrame } from '#ui/field-frame.tsx'
import { Figure } from '#ui/figure.tsx'
import { figureText } from '#ui/figure-format.ts'
import { NumberField } from '#ui/number-field.tsx'
import { useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import { useUsdRate } from '#web/parts/market/use-usd-rate.ts'
import { TradeButton, useTradeConfirm } from '#web/parts/trade-button.tsx'
import {
  type CloseFault,
  type ClosePreview,
  closeFault,
  isSameLots,
  offeredShares,
  previewClose,
} from '#web/screens/order/detail/close-preview.ts'
import { Fact, Facts } from '#web/screens/order/detail/facts.tsx'
import { ActionNotice } from '#web/screens/order/detail/notices.tsx'
import { type ActionState, unsettledKind } from '#web/trade-actions/action-state.ts'

type CloseFormProps = {
  readonly order: ShownOrder
  readonly text: string
  readonly onChange: (text: string) => void
  /** True while an action on the order is in progress or unconfirmed. */
  readonly disabled: boolean
}

/** Lots to close, and a live preview of the result. */
export function CloseForm({ order, text, onChange, disabled }: CloseFormProps) {
  const t = useDictionary('trading', 'orders')
  return (
    <div className="grid grid-cols-1 gap-3">
      <FieldFrame
        aside={t('detail.close.of', { lots: figureText(order.lots) })}
        error={useFaultText(order, closeFault(order, text))}
        // Reserves the line of the error text, so that nothing moves when an error appears.
        hint={'\u00a0'}
        label={t('detail.close.lots')}
      >
        {(control) => (
          <NumberField
            {...control}
            disabled={disabled}
            label={t('detail.close.lots')}
            max={order.lots}
            min={order.lotStep}
            onChange={onChange}
            step={order.lotStep}
            value={text}
          />
        )}
      </FieldFrame>
      <ShareChips disabled={disabled} onChange={onChange} order={order} text={text} />
      <ClosePreviewFacts order={order} text={text} />
    </div>
  )
}

function useFaultText(order: ShownOrder, fault: CloseFault | undefined): string | undefined {
  const t = useDictionary('orders')
  if (fault === undefined) return undefined
  return t(`detail.close.${fault}`, {
    step: figureText(order.lotStep),
    lots: figureText(order.lots),
    least: figureText(order.leastLots),
  })
}

function ShareChips({ order, text, onChange, disabled }: CloseFormProps) {
  const t = useDictionary('orders')
  const offered = offeredShares(order)
  if (offered.length < 2) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <span aria-hidden="true" className="text-13 text-dim">
        {t('detail.close.share')}
      </span>
      <Chips
        items={offered.map(({ percent, lots }) => ({
          value: lots,
          label: percent === 100 ? t('detail.close.whole') : `\u2066${percent}\u202f%\u2069`,
          disabled,
        }))}
        label={t('detail.close.share')}
        variant="box"
        onChange={onChange}
        value={offered.find(({ lots }) => isSameLots(lots, text))?.lots ?? ''}
      />
    </div>
  )
}

type CloseFooterProps = {
  readonly order: ShownOrder
  readonly text: string
  readonly state: ActionState
  readonly isBlocked: boolean
  /** Resolves even if the answer is lost. The close is then unconfirmed. */
  readonly onClose: (input: CloseInput) => Promise<void>
  readonly onCheckNow: () => void
}

/** The close button and its confirmation dialog. */
export function CloseFooter({ order, text, state, isBlocked, onClose, onCheckNow }: CloseFooterProps) {
  const t = useDictionary('trading', 'orders')
  const [isConfirming, setIsConfirming] = useState(false)
  const lineConfirm = useTradeConfirm(t('detail.close'))
  const { input, isAll } = useClosePreview(order, text)
  const shown = figureText(text, { decimals: 2 })
  const confirm = async () => {
    if (input !== undefined) await onClose(input)
    setIsConfirming(false)
  }
  const unsettled = unsettledKind(state)
  const isClosing = state.kind === 'busy' && unsettled === 'close'
  return (
    <div className="grid gap-3">
      <ActionNotice onCheckNow={onCheckNow} state={state} />
      <TradeButton
        busy={isClosing}
        disabled={input === undefined || isBlocked || (unsettled !== undefined && !isClosing)}
        full
        onClick={() => setIsConfirming(true)}
        size="large"
        variant="strong"
      >
        {t(isAll ? 'detail.close.act_all' : 'detail.close.act', { lots: shown })}
      </TradeButton>
      <Dialog
        busy={isClosing}
        cancelLabel={t('act.cancel')}
        {...lineConfirm}
        onConfirm={() => void confirm()}
        onOpenChange={setIsConfirming}
        // Stays open until the answer arrives.
        open={(isConfirming && input !== undefined && unsettled === undefined) || isClosing}
        text={t('detail.close.note')}
        title={t('detail.close.ask', { lots: shown, market: order.market.showCode })}
        tone="danger"
      >
        <ClosePreviewFacts order={order} text={text} />
        {isClosing ? <ActionNotice state={state} /> : null}
      </Dialog>
    </div>
  )
}

/** Profit, closing price, released margin and remaining lots at current prices. */
function ClosePreviewFacts({ order, text }: { order: ShownOrder; text: string }) {
  const t = useDictionary('trading', 'orders')
  const { price, profit, freed, rest } = useClosePreview(order, text)
  return (
    <Facts>
      <Fact label={t('detail.close.brings')}>
        <Figure decimals={6} flash plus tone="sign" unit="USD" value={profit} />
      </Fact>
      <Fact label={t('detail.close.price')}>
        <Figure flash value={price} />
      </Fact>
      <Fact label={t('detail.close.frees')}>
        <Figure decimals={6} unit="USD" value={freed} />
      </Fact>
      <Fact label={t('detail.close.rest')}>
        <Figure value={rest} />
      </Fact>
    </Facts>
  )
}

function useClosePreview(order: ShownOrder, text: string): ClosePreview {
  const { portfolio } = useParts()
  const figures = useStore(portfolio.figures(order.id))
  const rate = useUsdRate(order.market.quoteCurrency)
  return useMemo(() => previewClose(order, text, { figures, rate }), [order, text, figures, rate])
}
