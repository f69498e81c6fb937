import type { ShownOrder, ShownReceipt } from '#contract/order-from-wire.ts'
import { oneToOne, parseRate } from '#core/money/amounts.ts'
import { Figure } from '#ui/figure.tsx'
import { figureText, signOf } from '#ui/figure-format.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { useDateFormat } from '#web/parts/use-date-format.ts'
import { Fact, FactGroup, Facts } from '#web/screens/order/detail/facts.tsx'
import { type ReceiptStep, receiptSteps, ruleText } from '#web/screens/order/detail/receipt.ts'

/** Each decision about the order with the quote and figures behind it, so that the user can verify the decision. */
export function ReceiptTimeline({ order }: { order: ShownOrder }) {
  const t = useDictionary('trading', 'orders')
  return (
    <FactGroup title={t('detail.receipt')}>
      <ol className="grid gap-3">
        {receiptSteps(order).map((step) => (
          <li className="grid gap-2 rounded-8 border border-line p-3" key={step.name}>
            <p className="text-13">
              <strong className="font-semibold">{t(`detail.receipt.${step.name}`)}</strong>
              <span className="block text-dim">{ruleText(t, step.receipt, order.side)}</span>
            </p>
            <StepFacts order={order} step={step} />
          </li>
        ))}
      </ol>
    </FactGroup>
  )
}

function StepFacts({ order, step }: { order: ShownOrder; step: ReceiptStep }) {
  const t = useDictionary('trading', 'orders')
  const { receipt, fill } = step
  return (
    <Facts>
      {receipt.bid === null ? null : <QuoteFacts receipt={receipt} />}
      {receipt.expected === null ? null : (
        <Fact label={t(expectedKey(receipt))}>
          <Figure value={receipt.expected} />
        </Fact>
      )}
      {fill === null ? null : (
        <Fact label={t('detail.receipt.fill')}>
          <Figure value={fill} />
        </Fact>
      )}
      {receipt.slippage === null ? null : (
        <Fact label={t('detail.receipt.slippage')}>
          <Slippage value={receipt.slippage} />
        </Fact>
      )}
      <RateFact currency={order.market.quoteCurrency} rate={receipt.rate} />
    </Facts>
  )
}

function QuoteFacts({ receipt }: { receipt: ShownReceipt }) {
  const t = useDictionary('trading', 'orders')
  const { exact } = useDateFormat()
  return (
    <>
      <Fact label={t('trade.bid')}>
        <Figure value={receipt.bid} />
      </Fact>
      <Fact label={t('trade.ask')}>
        <Figure value={receipt.ask} />
      </Fact>
      {receipt.quotedAt === null ? null : (
        <Fact label={t('detail.receipt.quoted_at')} wide>
          {exact(receipt.quotedAt)}
        </Fact>
      )}
      <Fact label={t('detail.receipt.seq')}>
        <Figure grouped={false} value={receipt.seq} />
      </Fact>
      <Fact label={t('detail.receipt.feed')}>
        <bdi>{receipt.feed}</bdi>
      </Fact>
    </>
  )
}

function RateFact({ currency, rate }: { currency: string; rate: string | null }) {
  const t = useDictionary('orders')
  const parsed = rate === null ? undefined : parseRate(rate)
  if (rate === null || !parsed?.ok || parsed.amount === oneToOne) return null
  return (
    <Fact label={t('detail.receipt.rate')} wide>
      <span className="ltr-isolate">{t('detail.receipt.rate_of', { currency, rate: figureText(rate) })}</span>
    </Fact>
  )
}

/** Says "better" or "worse" instead of relying on the sign. A positive value was better for the user. */
function Slippage({ value }: { value: string }) {
  const t = useDictionary('orders')
  const sign = signOf(value)
  if (sign === 0) return t('detail.receipt.exact')
  const points = figureText(value, { plus: true })
  return (
    <span className={sign > 0 ? 'text-good' : 'text-danger'}>
      {t(sign > 0 ? 'detail.receipt.better' : 'detail.receipt.worse', { points: `\u2066${points}\u2069` })}
    </span>
  )
}

function expectedKey({ rule }: ShownReceipt) {
  switch (rule) {
    case 'market_order':
      return 'detail.receipt.seen'
    case 'pending_order':
    case 'limit_reached':
    case 'stop_reached':
      return 'order.target_price'
    case 'stop_loss_reached':
      return 'order.stop_loss'
    case 'take_profit_reached':
      return 'order.take_profit'
    default:
      return 'detail.receipt.expected'
  }
}
