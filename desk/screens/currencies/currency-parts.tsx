import type { DeskCurrency, FundsChangeAnswer } from '#contract/desk/funds.ts'
import type { TermField } from '#desk/parts/currency-terms.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { type ServerQuery, useServerQuery } from '#desk/parts/query.tsx'
import type { TermChange } from '#desk/screens/currencies/currency-form.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import type { Translate } from '#i18n/translator.ts'
import { Badge } from '#ui/badge.tsx'
import { Figure } from '#ui/figure.tsx'
import { figureText } from '#ui/figure-format.ts'
import { Notice } from '#ui/notice.tsx'

export function useCurrencies(): ServerQuery<readonly DeskCurrency[]> {
  const { calls } = useParts()
  return useServerQuery(['currencies'], (options) => calls.currencies(options))
}

export function OnOffBadge({ isOn }: { isOn: boolean }) {
  const t = useTranslate()
  return <Badge tone={isOn ? 'good' : 'neutral'}>{t(isOn ? 'currency.on' : 'currency.off')}</Badge>
}

/** A fixed fee in US dollars, or a share of the amount. */
export function FeeText({ fee, feeType }: { fee: string; feeType: string }) {
  const t = useTranslate()
  if (feeType !== '2') return <Figure unit="USD" value={fee} />
  return <span className="whitespace-nowrap">{t('currency.fee_share', { fee: figureText(fee) })}</span>
}

/** A value of a term in words. */
export function termText(field: TermField, value: string, t: Translate<DeskKey>): string {
  if (field === 'is_deposit_on' || field === 'is_payout_on')
    return t(value === '1' ? 'currency.on' : 'currency.off')
  if (field === 'fee_type') return t(value === '2' ? 'currency.fee_type.2' : 'currency.fee_type.1')
  return figureText(value)
}

type Change = { readonly label: string; readonly from: string; readonly to: string }

/** Old and new values, field by field. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const t = useTranslate()
  return (
    <ul className="grid gap-3 rounded-8 border border-line bg-ground p-3">
      {changes.map(({ label, from, to }) => (
        <li key={label}>
          <p className="mb-1 text-12 text-dim">{label}</p>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-13">
            <dt className="text-dim">{t('settings.confirm.old')}</dt>
            <dd className="wrap-anywhere">
              <bdi>{from === '' ? t('settings.nothing') : from}</bdi>
            </dd>
            <dt className="text-dim">{t('settings.confirm.new')}</dt>
            <dd className="font-semibold wrap-anywhere">
              <bdi>{to === '' ? t('settings.nothing') : to}</bdi>
            </dd>
          </dl>
        </li>
      ))}
    </ul>
  )
}

export function termChangeTexts(changes: readonly TermChange[], t: Translate<DeskKey>): readonly Change[] {
  return changes.map(({ field, from, to }) => ({
    label: t(`currency.field.${field}`),
    from: termText(field, from, t),
    to: termText(field, to, t),
  }))
}

/** Says before saving that the change waits for a second operator. */
export function SecondOperatorNotice({ text }: { text: string }) {
  return (
    <Notice icon="user" tone="warn">
      {text}
    </Notice>
  )
}

/** Says that a change now waits for a second operator. The server's message covers a change in effect. */
export function useTellOutcome(): (answer: FundsChangeAnswer) => void {
  const t = useTranslate()
  const { toasts } = useParts()
  return ({ state }) => {
    if (state === 'proposed') toasts.show({ text: t('currency.proposed') })
  }
}
