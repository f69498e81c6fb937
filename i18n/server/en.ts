import type { Reason } from '#contract/reasons.ts'

/** What the server says to people. This file is the type: every other language has exactly these keys. */
export const messages = {
  'answer.session_invalid': 'Your session has ended. Please log in again.',
  'answer.too_many_requests':
    'Too many requests. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  'answer.fault': 'Something went wrong on our side. If it happens again, please quote {id} to support.',
  'live.topics_limit':
    'You can follow at most {count, plural, one {# topic} other {# topics}} on one connection.',
  'reason.invalid_input': 'Some of what was sent is not valid. Please check it and try again.',
  'reason.invalid_input.field': 'Please check “{field}” and try again.',
  'reason.malformed_body': 'The request could not be read.',
  'reason.body_too_large': 'That is more than we can take in one request.',
  'reason.unsupported_media_type': 'This kind of content is not supported here.',
  'reason.unknown_path': 'There is nothing at this address.',
  'reason.wrong_verb': 'This address does not answer that kind of request.',
  'reason.idempotency_mismatch': 'This request was already made with other details.',
  'reason.busy': 'There is a lot going on right now. Please try again in a moment.',
  'reason.outcome_unknown':
    'We do not know yet whether this went through. Please ask again before repeating it.',
  'reason.demo_forbidden': 'Please register or log in to a real account.',
  'reason.not_verified': 'Please verify your identity first.',
  'reason.market_closed': 'This market is closed.',
  'reason.stale_price': 'Prices of this market are not up to date. Trading resumes when they are.',
  'reason.leverage_not_configured': 'Leverage not configured, temporarily unable to place orders.',
  'reason.leverage_not_offered': 'This leverage is not offered for this market.',
  'reason.invalid_lots': 'Please enter a valid number of lots.',
  'reason.lots_limit': 'That is more lots than this market allows.',
  'reason.invalid_price': 'Please enter a valid price.',
  'reason.price_required': 'Please enter a price.',
  'reason.stop_wrong_side': 'Stop loss or take profit is on the wrong side of the price.',
  'reason.no_conversion': 'There is no conversion rate for this market at the moment.',
  'reason.notional_limit': 'This order would go beyond the size limit of your account.',
  'reason.insufficient_margin': 'There is not enough available prepayment for this order.',
  'reason.price_moved': 'The price has moved. Please look at the new one and try again.',
  'reason.order_not_found': 'This order was not found.',
  'reason.order_not_open': 'This order is no longer open.',
  'reason.orders_limit': 'You have reached the limit of orders.',
} as const satisfies Record<`reason.${Reason}`, string> & Record<string, string>

export type ServerKey = keyof typeof messages
export type ServerMessages = Readonly<Record<ServerKey, string>>
