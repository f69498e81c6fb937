import type { PriceAlert } from '#contract/calls/alerts.ts'
import type { Translate } from '#i18n/translator.ts'
import type { AlertsKey } from '#i18n/web/alerts/en.ts'
import { figureText } from '#ui/figure-format.ts'
import { isolateLtr } from '#web/parts/bidi.ts'

/** The condition of an alert with its figures. */
export function alertText(
  t: Translate<AlertsKey>,
  { condition, price, percent, base }: Pick<PriceAlert, 'condition' | 'price' | 'percent' | 'base'>,
): string {
  const figure = (value: string | null) => isolateLtr(figureText(value))
  if (condition !== 'change') return t(`alerts.text.${condition}`, { price: figure(price) })
  return t('alerts.text.change', { percent: figure(percent), price: figure(base) })
}
