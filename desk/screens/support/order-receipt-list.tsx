import { formatExactTime } from '#browser/time/date-format.ts'
import type { ShownOrder, ShownReceipt } from '#contract/order-from-wire.ts'
import { useTranslate, useTranslations } from '#desk/parts/desk-parts.tsx'
import { Fact } from '#desk/parts/page.tsx'
import { facts, PriceFact } from '#desk/screens/support/order-facts.tsx'
import { type ReceiptStep, receiptSteps, ruleText } from '#desk/screens/support/order-receipt.ts'
import { Figure } from '#ui/figure.tsx'

/** Each decision about the order with its rule, quote and figures. */
export function OrderReceipt({ order }: { order: ShownOrder }) {
  const t = useTranslate()
  return (
    <section aria-label={t('support.receipt')}>
      <h2 className="mb-2 font-semibold">{t('support.receipt')}</h2>
      <ol className="grid gap-3">
        {receiptSteps(order).map((step) => (
          <li className="grid grid-cols-1 gap-2 border-s-2 border-line ps-3" key={step.name}>
            <p>
              <strong className="font-semibold">{t(`support.receipt.${step.name}`)}</strong>
              <span className="block text-dim">{ruleText(step.receipt.rule, t)}</span>
            </p>
            <StepFacts step={step} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function StepFacts({ step: { receipt, fill } }: { step: ReceiptStep }) {
  const t = useTranslate()
  const { locale } = useTranslations()
  const { bid, ask, quotedAt, seq, feed, rate, expected, slippage, account } = receipt
  return (
    <dl className={facts}>
      <PriceFact label={t('support.receipt.fill')} value={fill} />
      <PriceFact label={t('support.receipt.bid')} value={bid} />
      <PriceFact label={t('support.receipt.ask')} value={ask} />
      <PriceFact label={t('support.receipt.expected')} value={expected} />
      {slippage === null ? null : (
        <Fact label={t('support.receipt.slippage')}>
          <Figure plus value={slippage} />
        </Fact>
      )}
      {quotedAt === null ? null : (
        <Fact label={t('support.receipt.quoted_at')}>
          <span className="ltr-isolate">{formatExactTime(quotedAt, { locale })}</span>
        </Fact>
      )}
      {seq === null ? null : (
        <Fact label={t('support.receipt.seq')}>
          <Figure grouped={false} value={seq} />
        </Fact>
      )}
      {feed === '' ? null : (
        <Fact label={t('support.receipt.feed')}>
          <bdi>{feed}</bdi>
        </Fact>
      )}
      <PriceFact label={t('support.receipt.rate')} value={rate} />
      {account === null ? null : <AccountFacts account={account} />}
    </dl>
  )
}

/** The account when margin decided. */
function AccountFacts({ account }: { account: NonNullable<ShownReceipt['account']> }) {
  const t = useTranslate()
  const { balance, equity, midEquity, usedMargin, marginLevel, needed } = account
  const amounts = [
    [t('account_summary.balance'), balance],
    [t('account_summary.equity'), equity ?? midEquity],
    [t('account_summary.used_margin'), usedMargin],
    [t('support.receipt.needed'), needed],
  ] as const
  return (
    <>
      {amounts.map(([label, value]) =>
        value === null ? null : (
          <Fact key={label} label={label}>
            <Figure unit="USD" value={value} />
          </Fact>
        ),
      )}
      {marginLevel === null ? null : (
        <Fact label={t('support.receipt.margin_level')}>
          <Figure unit="%" value={marginLevel} />
        </Fact>
      )}
    </>
  )
}
