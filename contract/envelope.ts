/** Values of `code` in every answer. The client treats every value except `success` as a failure. */
export const codes = {
  success: 1,
  refused: 0,
  tooManyRequests: 429,
  fault: 500,
  sessionInvalid: 999,
} as const

/** The format of every answer. The HTTP status is always 200. */
export type Envelope<Data> =
  | { readonly code: typeof codes.success; readonly msg: string; readonly data: Data }
  | { readonly code: typeof codes.refused; readonly msg: string; readonly data: RefusalData }
  | { readonly code: typeof codes.tooManyRequests; readonly msg: string; readonly data: RetryData }
  | { readonly code: typeof codes.fault; readonly msg: string; readonly data: FaultData }
  | { readonly code: typeof codes.sessionInvalid; readonly msg: string; readonly data: null }

/** The reason, the input field it concerns, and figures such as limits and prices. */
export type RefusalData = {
  readonly reason: Reason
  readonly field?: string
  readonly figures?: Readonly<Record<string, string>>
}

type RetryData = { readonly retry_after: number }

/** Id to find the fault in the log. No other detail of a fault leaves the server. */
type FaultData = { readonly id: string }

/**
 * All refusal reasons (`data.reason` under code 0). A closed list: a new reason is added here first, and does not
 * compile until it has a message.
 */
export const reasons = [
  // Invalid requests.
  'invalid_input',
  'malformed_body',
  'body_too_large',
  'request_timeout',
  'unsupported_media_type',
  'unknown_path',
  'wrong_verb',
  // Idempotency and load.
  'idempotency_mismatch',
  'busy',
  'outcome_unknown',
  // Permissions.
  'demo_forbidden',
  'not_verified',
  'role_forbidden',
  // Accounts.
  'wrong_credentials',
  'wrong_code',
  'wrong_captcha',
  'wrong_password',
  'code_not_needed',
  'invalid_email',
  'invalid_mobile',
  'mobile_off',
  'country_not_supported',
  'password_mismatch',
  'password_too_short',
  'password_too_long',
  'password_no_letter',
  'password_no_digit',
  'password_common',
  'password_same',
  'invite_required',
  'invite_unknown',
  'invite_self',
  'account_exists',
  // Images and identity checks.
  'image_missing',
  'image_too_large',
  'image_unsupported',
  'image_damaged',
  'image_suspicious',
  'image_quota',
  'image_unknown',
  'identity_waiting',
  'identity_verified',
  'identity_same_image',
  // Operator console.
  'not_found',
  'already_decided',
  'remark_required',
  'same_operator',
  'needs_approval',
  'not_payer',
  'operator_exists',
  'last_owner',
  'own_account',
  'operators_limit',
  'enrolment_ended',
  'proposal_open',
  'proposal_lapsed',
  'same_person',
  'person_inactive',
  'people_tied',
  'two_people_required',
  // Trading.
  'market_closed',
  'stale_price',
  'leverage_not_configured',
  'leverage_not_offered',
  'invalid_lots',
  'lots_limit',
  'invalid_price',
  'price_required',
  'stop_wrong_side',
  'no_conversion',
  'notional_limit',
  'insufficient_margin',
  'price_moved',
  'simulated_prices',
  'too_late',
  'interrupted',
  'order_not_found',
  'order_not_open',
  'orders_limit',
  'insufficient_balance',
  // Deposits, withdrawals and payout methods.
  'no_pay_way',
  'currency_off',
  'terms_changed',
  'amount_too_small',
  'amount_too_large',
  'records_limit',
  'code_required',
  'invalid_address',
  'invalid_iban',
  'invalid_swift',
  'method_exists',
  'methods_limit',
  'method_unknown',
  'method_not_usable',
  'payout_too_small',
  // Price alerts.
  'alert_reached',
  'alerts_limit',
  'no_price',
  // Notifications of a device.
  'push_service_unknown',
  // Complaints.
  'complaints_limit',
  'not_demo',
  'account_frozen',
  'not_frozen',
  'frozen_again',
  'engine_failed',
  // Articles and public pictures.
  'changed_meanwhile',
  'text_incomplete',
  'text_too_complex',
  'legal_text_kept',
  'articles_limit',
  'picture_used',
  'pictures_limit',
  // Economic calendar.
  'events_limit',
  'import_faulty',
  // Companies.
  'company_name_missing',
  'picture_unknown',
  'companies_limit',
  // Support.
  'support_ended',
  'support_empty',
  'support_limit',
  'support_assigned',
  'canned_answers_limit',
] as const

export type Reason = (typeof reasons)[number]

/** Undefined for anything else: a stored or received reason may be one of another version. */
export function reasonFrom(value: unknown): Reason | undefined {
  return reasons.find((reason) => reason === value)
}
