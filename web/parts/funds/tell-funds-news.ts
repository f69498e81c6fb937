import type { Translate } from '#i18n/translator.ts'
import type { FundsKey } from '#i18n/web/funds/en.ts'
import { figureText } from '#ui/figure-format.ts'
import type { ToastRequest, Toasts, ToastTone } from '#ui/toasts-store.ts'
import { isolateLtr } from '#web/parts/bidi.ts'
import { amountText, usdDecimal } from '#web/parts/funds/amount-text.ts'
import type { FundsNewsParts, NewsItem } from '#web/parts/funds/funds-news.ts'
import type { WebTranslationStore } from '#web/stores/translations.ts'

type Parts = {
  readonly translations: WebTranslationStore
  readonly toasts: Pick<Toasts, 'show'>
  readonly go: (path: string) => void
}

/** Long enough to read the sentence and to follow the link. */
const durationMs = 8_000

/** Shows the news as toasts with a link to the record. */
export function createFundsToasts({
  translations,
  toasts,
  go,
}: Parts): Pick<FundsNewsParts, 'tell' | 'tellMany'> {
  async function show(path: string, describe: (t: Translate<FundsKey>) => ToastRequest): Promise<void> {
    const t = await translations.loadDictionary('funds')
    const action = { label: t('funds.news.show'), onSelect: () => go(path) }
    toasts.show({ ...describe(t), action, durationMs })
  }
  /** A toast that failed is not retried: the lists have the same information. */
  const ignoreFailure = (shown: Promise<void>) => void shown.catch(() => undefined)
  return {
    tell: (item) => ignoreFailure(show(pathOf(item), (t) => describeItem(item, t))),
    tellMany: (count) =>
      ignoreFailure(
        show('/mine/wallet', (t) => ({ text: t('funds.news.many', { count }), tone: 'neutral' })),
      ),
  }
}

function pathOf(item: NewsItem): string {
  if (item.list === 'deposit') return `/mine/charge?show=records&type=${item.record.type}`
  if (item.list === 'withdrawal') return `/mine/withdraw?show=records&type=${item.record.type}`
  return '/mine/history?type=10'
}

const depositTones: readonly ToastTone[] = ['neutral', 'good', 'danger', 'warn']
const withdrawalTones: readonly ToastTone[] = ['neutral', 'neutral', 'good', 'danger', 'neutral']

function describeItem(item: NewsItem, t: Translate<FundsKey>): ToastRequest {
  const { status } = item
  if (item.list === 'deposit') {
    const amount = amountText(item.record.number, item.record.currency_code)
    const known = status === 1 || status === 2 || status === 3 ? status : 0
    return { text: t(`deposit.changed.${known}`, { amount }), tone: depositTones[known] }
  }
  if (item.list === 'withdrawal') {
    const amount = isolateLtr(figureText(usdDecimal(item.record.number)))
    const known = status === 0 || status === 2 || status === 3 || status === 4 ? status : 1
    return { text: t(`withdraw.changed.${known}`, { amount }), tone: withdrawalTones[known] }
  }
  const amount = isolateLtr(figureText(usdDecimal(item.record.Value), { plus: true }))
  return { text: t('funds.news.adjusted', { amount }), tone: 'neutral' }
}
