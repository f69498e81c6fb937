import { codes, type Envelope, type Reason, type RefusalData } from '#contract/envelope.ts'
import type { Refusal as CoreRefusal, RefusalReason } from '#core/decision/decision.ts'
import { ensureNever } from '#core/ensure-never.ts'
import type { ServerKey } from '#i18n/server/en.ts'
import type { Translate } from '#i18n/translator.ts'

/** Result of a call, independent of language. `msg` is rendered from it in the caller's language. */
export type Outcome<Answer> =
  | { readonly kind: 'answered'; readonly data: Answer; readonly message?: ServerKey }
  | Refusal
  | { readonly kind: 'session_invalid' }
  | { readonly kind: 'too_many_requests'; readonly retryAfterSeconds: number }
  | { readonly kind: 'fault'; readonly id: string }

export type Refusal = RefusalData & { readonly kind: 'refused' }

export type Say = Translate<ServerKey>

export function answered<Answer>(data: Answer, message?: ServerKey): Outcome<Answer> {
  return message === undefined ? { kind: 'answered', data } : { kind: 'answered', data, message }
}

export function refused(reason: Reason, details: Omit<RefusalData, 'reason'> = {}): Refusal {
  return { kind: 'refused', reason, ...details }
}

export function toEnvelope<Answer>(outcome: Outcome<Answer>, say: Say): Envelope<Answer> {
  switch (outcome.kind) {
    case 'answered':
      return { code: codes.success, msg: outcome.message ? say(outcome.message) : '', data: outcome.data }
    case 'refused':
      return { code: codes.refused, msg: refusalMessage(outcome, say), data: refusalData(outcome) }
    case 'session_invalid':
      return { code: codes.sessionInvalid, msg: say('answer.session_invalid'), data: null }
    case 'too_many_requests': {
      const seconds = outcome.retryAfterSeconds
      const msg = say('answer.too_many_requests', { seconds })
      return { code: codes.tooManyRequests, msg, data: { retry_after: seconds } }
    }
    case 'fault':
      return { code: codes.fault, msg: say('answer.fault', { id: outcome.id }), data: { id: outcome.id } }
    default:
      return ensureNever(outcome)
  }
}

function refusalData({ kind: _, ...data }: Refusal): RefusalData {
  return data
}

// Refusals of the core, translated to the reasons and field names of the wire.

/** Reasons used inside the server, and their equivalents on the wire. */
const internalReasons = {
  // The engine opens a missing account before it decides a command, so a repeated call succeeds.
  account_missing: 'busy',
  unknown_market: 'invalid_input',
  invalid_amount: 'invalid_input',
  invalid_request: 'invalid_input',
  movement_exists: 'already_decided',
  movement_unknown: 'not_found',
} as const satisfies Partial<Record<RefusalReason, Reason>>

/** Wire names of the fields that `figures.field` may name. */
const fields: Readonly<Record<string, string>> = {
  lots: 'cont',
  target: 'target_price',
  seen: 'price',
  deviation: 'deviation',
  stop_loss: 'stop_loss_price',
  take_profit: 'target_profit_price',
}

export function refusalToWire({ reason, figures = {} }: CoreRefusal): Refusal {
  const { field: named, ...numbers } = figures
  const field = named === undefined ? undefined : fields[named]
  return refused(wireReason(reason), {
    ...(field === undefined ? {} : { field }),
    ...(Object.keys(numbers).length === 0 ? {} : { figures: numbers }),
  })
}

export function wireReason(reason: RefusalReason): Reason {
  return isInternalReason(reason) ? internalReasons[reason] : reason
}

function isInternalReason(reason: RefusalReason): reason is keyof typeof internalReasons {
  return Object.hasOwn(internalReasons, reason)
}

// Messages of refusals for users. A message with figures is used only if all its figures are present.

type Detailed = {
  readonly key: ServerKey
  readonly figures: readonly string[]
  /** The figures are money: trailing zeros are removed, down to cents. */
  readonly isMoney?: true
}

const detailed: Readonly<Partial<Record<Reason, Detailed>>> = {
  invalid_lots: { key: 'reason.invalid_lots.figures', figures: ['step', 'least'] },
  lots_limit: { key: 'reason.lots_limit.figures', figures: ['limit'] },
  orders_limit: { key: 'reason.orders_limit.figures', figures: ['limit'] },
  alert_reached: { key: 'reason.alert_reached.figures', figures: ['bid'] },
  alerts_limit: { key: 'reason.alerts_limit.figures', figures: ['limit'] },
  notional_limit: { key: 'reason.notional_limit.figures', figures: ['limit'], isMoney: true },
  price_moved: { key: 'reason.price_moved.figures', figures: ['bid', 'ask'] },
  insufficient_margin: {
    key: 'reason.insufficient_margin.figures',
    figures: ['needed', 'available'],
    isMoney: true,
  },
  insufficient_balance: { key: 'reason.insufficient_balance.figures', figures: ['available'], isMoney: true },
  amount_too_small: { key: 'reason.amount_too_small.figures', figures: ['least', 'currency'], isMoney: true },
  company_name_missing: { key: 'reason.company_name_missing.language', figures: ['language'] },
  amount_too_large: { key: 'reason.amount_too_large.figures', figures: ['most', 'currency'], isMoney: true },
}

/** Reasons with a separate message for each field. */
const ofField: Readonly<Partial<Record<Reason, Readonly<Record<string, Detailed>>>>> = {
  stop_wrong_side: {
    stop_loss_price: { key: 'reason.stop_wrong_side.stop_loss', figures: ['nearest'] },
    target_profit_price: { key: 'reason.stop_wrong_side.take_profit', figures: ['nearest'] },
  },
  invalid_price: {
    stop_loss_price: { key: 'reason.invalid_price.stop_loss', figures: [] },
    target_profit_price: { key: 'reason.invalid_price.take_profit', figures: [] },
  },
}

export function refusalMessage(
  { reason, field, figures = {} }: RefusalData,
  say: Translate<ServerKey>,
): string {
  if (reason === 'invalid_input' && field !== undefined) return say('reason.invalid_input.field', { field })
  const more = ofField[reason]?.[field ?? ''] ?? detailed[reason]
  const isComplete = more?.figures.every((name) => figures[name] !== undefined) === true
  if (more === undefined || !isComplete) return say(`reason.${reason}`)
  return say(more.key, more.isMoney ? inCents(figures) : figures)
}

function inCents(figures: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, text]) => [name, text.replace(/(\.\d\d\d*?)0+$/, '$1')]),
  )
}
