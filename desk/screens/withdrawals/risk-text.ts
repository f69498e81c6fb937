import type { WithdrawalDetailsAnswer } from '#contract/desk/funds.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import type { Translate } from '#i18n/translator.ts'

export type RiskMark = WithdrawalDetailsAnswer['risk_marks'][number]

const kinds = [
  'first_withdrawal',
  'new_method',
  'shared_destination',
  'payee_name_differs',
  'recent_password_change',
  'no_trades',
  'recent_deposit',
  'same_payment',
] as const

type Kind = (typeof kinds)[number]

/** The figure of a mark, for display after its sentence. */
export type RiskFigure =
  | { readonly kind: 'time'; readonly at: string }
  | { readonly kind: 'text'; readonly text: string }

/** The sentence of a mark. A count is part of it; another figure follows it. */
export function riskText(
  { kind, figure }: RiskMark,
  t: Translate<DeskKey>,
): { readonly text: string; readonly figure: RiskFigure | undefined } {
  if (!isKind(kind)) return { text: kind, figure: figureOf(figure) }
  if (kind === 'shared_destination' && /^[1-9]\d{0,8}$/.test(figure))
    return { text: t(`risk.${kind}.count`, { count: Number(figure) }), figure: undefined }
  return { text: t(`risk.${kind}`), figure: figureOf(figure) }
}

function figureOf(figure: string): RiskFigure | undefined {
  if (figure === '') return undefined
  return /^\d{4}-\d\d-\d\dT/.test(figure) ? { kind: 'time', at: figure } : { kind: 'text', text: figure }
}

function isKind(kind: string): kind is Kind {
  return kinds.some((name) => name === kind)
}
