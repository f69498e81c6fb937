import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { noticeText, pathOf } from '#contract/notice-text.ts'
import { type NoticeContent, noticeKinds } from '#core/notice/notice.ts'
import { translatedLanguages } from '#i18n/translated-languages.ts'
import { createTranslators } from '#server/platform/translators.ts'

const sayIn = createTranslators()
const order = { order: 12, market: 'EUR/USD', side: 'buy', lots: '0.10' } as const
const closed = { ...order, price: '1.08765', profit: '-12.345000' }

const contents: readonly NoticeContent[] = [
  { kind: 'margin_call', level: '99.05' },
  { kind: 'close_out', ...closed },
  { kind: 'stop_loss', ...closed },
  { kind: 'take_profit', ...closed, side: 'sell' },
  { kind: 'order_filled', ...order, price: '1.08765' },
  ...(['insufficient_margin', 'notional_limit', 'orders_limit', 'simulated_prices'] as const).map(
    (reason) => ({ kind: 'order_cancelled', ...order, reason }) as const,
  ),
  ...(['above', 'below', 'change'] as const).map(
    (condition) =>
      ({
        kind: 'price_alert',
        market: 'EUR/USD',
        code: 'EURUSD',
        condition,
        level: '1.1',
        base: '1.08800',
        price: '1.10002',
      }) as const,
  ),
  { kind: 'deposit_credited', amount: '1500.25' },
  { kind: 'deposit_rejected', amount: '0.01', currency: 'BTC', remark: 'No payment' },
  { kind: 'deposit_rejected', amount: '0.01', currency: 'BTC', remark: '' },
  { kind: 'deposit_invalid', amount: '0.01', currency: 'BTC' },
  { kind: 'withdrawal_requested', amount: '500.00', currency: 'USDT', destination: 'TQn9****bLSE' },
  { kind: 'withdrawal_sent', amount: '490.05', currency: 'USDT', transaction: 'ab12' },
  { kind: 'withdrawal_sent', amount: '490.05', currency: 'USDT', transaction: '' },
  { kind: 'withdrawal_refused', amount: '500.00', note: 'The name differs' },
  { kind: 'withdrawal_cancelled', amount: '500.00' },
  { kind: 'withdrawal_void', amount: '500.00' },
  { kind: 'payout_method_added', destination: 'TQn9****bLSE', usableAtMs: 0 },
  { kind: 'payout_method_deleted', destination: 'TQn9****bLSE' },
  { kind: 'balance_adjusted', amount: '-12.00', memo: 'Paid twice' },
  { kind: 'identity_verified' },
  { kind: 'identity_refused', remark: 'Blurred' },
  { kind: 'complaint_answered', number: 'C-2026-000001' },
  { kind: 'support_answered' },
  { kind: 'announcement', titles: { en: 'New hours', hk: '新時間' } },
  ...(['terms', 'privacy', 'risk'] as const).map(
    (article) => ({ kind: 'terms_changed', article, asks: true }) as const,
  ),
  { kind: 'terms_changed', article: 'risk', asks: false },
]

function plain(text: string): string {
  return text.replace(/[\u2066-\u2069]/g, '')
}

test('every kind has an example here', () => {
  assert.deepEqual([...new Set(contents.map(({ kind }) => kind))].sort(), [...noticeKinds].sort())
})

for (const language of translatedLanguages)
  test(`every notice has a title, a text and a local path in ${language}, without a hole`, () => {
    for (const content of contents) {
      const { title, text, path } = noticeText(content, language, sayIn(language))
      for (const said of [title, text]) assert.match(said, /^(?!.*[{}])(?!.*undefined)\S.*\S$/s)
      assert.match(path, /^\/[a-z]/)
    }
  })

describe('the text of a notice', () => {
  const rows: readonly (readonly [NoticeContent, title: string, text: string])[] = [
    [
      { kind: 'stop_loss', ...closed },
      'EUR/USD: stop loss reached',
      // Half to even, with a real minus sign.
      'Buy 0.10 lots, closed at 1.08765: \u221212.34 USD.',
    ],
    [
      { kind: 'take_profit', ...closed, side: 'sell', profit: '12345.678000' },
      'EUR/USD: take profit reached',
      'Sell 0.10 lots, closed at 1.08765: +12,345.68 USD.',
    ],
    [
      { kind: 'balance_adjusted', amount: '1200.5', memo: 'Paid twice' },
      'Balance adjusted by the broker',
      '+1,200.5 USD. Memo: Paid twice',
    ],
    [
      { kind: 'deposit_rejected', amount: '0.01', currency: 'BTC', remark: '' },
      'Deposit not accepted',
      'Your deposit of 0.01 BTC was not credited.',
    ],
    [{ kind: 'announcement', titles: { hk: '新時間' } }, 'Announcement', '新時間'],
  ]
  for (const [content, title, text] of rows)
    test(`of ${content.kind} says ${text}`, () => {
      const said = noticeText(content, 'en', sayIn('en'))
      assert.deepEqual([plain(said.title), plain(said.text)], [title, text])
    })

  test('isolates values, so that they keep their direction in a text that runs the other way', () => {
    const { text } = noticeText({ kind: 'complaint_answered', number: 'C-1' }, 'ar', sayIn('ar'))
    assert.ok(text.includes('\u2068C-1\u2069'), text)
  })
})

test('the path of a price alert opens its market', () => {
  const [alert] = contents.filter(({ kind }) => kind === 'price_alert')
  assert.equal(alert && pathOf(alert), '/trade?market=EURUSD')
})
