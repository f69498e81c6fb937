/**
 * Every reason the server can give for a refusal (`data.reason` under code 0), for programs to act on.
 * The list is closed: a new reason is added here first, and does not compile until it has its words.
 */
export const reasons = [
  // What was sent.
  'invalid_input',
  'malformed_body',
  'body_too_large',
  'unsupported_media_type',
  'unknown_path',
  'wrong_verb',
  // Repeats and load.
  'idempotency_mismatch',
  'busy',
  'outcome_unknown',
  // Who is asking.
  'demo_forbidden',
  'not_verified',
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
  'order_not_found',
  'order_not_open',
  'orders_limit',
] as const

export type Reason = (typeof reasons)[number]
