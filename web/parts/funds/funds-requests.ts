import type { Reason } from '#contract/envelope.ts'
import {
  type FundsAnswers,
  type FundsInputs,
  type FundsRequestKind,
  sendFundsRequest,
} from '#web/calls/funds.ts'
import { fundsKeyPrefix } from '#web/parts/requests/forget-requests.ts'
import {
  createKeptRequests,
  type KeptRequest,
  type KeptRequests,
  type KeptRequestsParts,
} from '#web/parts/requests/kept-requests.ts'

export type SentRequest = KeptRequest<FundsInputs>
export type FundsRequests = KeptRequests<FundsInputs, FundsAnswers>

const kinds = [
  'coin_deposit',
  'wire_deposit',
  'withdrawal',
  'payout_method',
] as const satisfies readonly FundsRequestKind[]

/** Deposits, withdrawals and payout methods, each recorded once. */
export function createFundsRequests(parts: KeptRequestsParts): FundsRequests {
  return createKeptRequests<FundsInputs, FundsAnswers>(
    { keyPrefix: fundsKeyPrefix, kinds, send: sendFundsRequest, reasonsAfterLookup },
    parts,
  )
}

const reasonsAfterLookup = new Set<Reason>([
  'not_verified',
  'no_pay_way',
  'currency_off',
  'terms_changed',
  'amount_too_small',
  'amount_too_large',
  'payout_too_small',
  'insufficient_balance',
  'stale_price',
  'records_limit',
  'image_unknown',
  'invalid_address',
  'invalid_iban',
  'invalid_swift',
  'method_exists',
  'methods_limit',
  'method_unknown',
  'method_not_usable',
])
