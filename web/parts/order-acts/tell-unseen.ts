import type { TradingKey } from '#i18n/trading/en.ts'
import type { Translate } from '#i18n/translator.ts'
import type { WebKey } from '#i18n/web/en.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'

/** How an act ended at which nobody looked any more. */
export type UnseenEnd = { readonly kind: 'unknown' } | { readonly kind: 'refused'; readonly msg: string }

type Parts = {
  readonly toasts: Pick<AppParts['toasts'], 'show'>
  readonly words: Pick<AppParts['words'], 'getSnapshot'>
}

/** In a toast that says first which market it is about. The trading words must be there: whoever asked for an act had read them. */
export function createTellUnseen({ toasts, words }: Parts) {
  return (market: string | undefined, ended: UnseenEnd): void => {
    const t = words.getSnapshot().t as Translate<WebKey | TradingKey>
    const isUnknown = ended.kind === 'unknown'
    const why = isUnknown ? t('act.unknown') : ended.msg
    const text = market === undefined ? why : t('act.unseen', { market, why })
    toasts.show({ text, tone: isUnknown ? 'warn' : 'danger' })
  }
}
