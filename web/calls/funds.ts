import type { Call, CallInput, Scalar } from '#browser/calls/call-request.ts'
import type { Caller } from '#browser/calls/caller.ts'
import { readImage } from '#browser/calls/read-image.ts'
import type {
  BindDrawMethodInput,
  ChargeListAnswer,
  ChargeListInput,
  ChargeMethod,
  ChargeRecord,
  ChargeSubmitInput,
  DrawConditions,
  DrawCurrency,
  DrawInput,
  DrawListAnswer,
  DrawListInput,
  DrawMethodsInput,
  DrawRecord,
  PayoutMethodAnswer,
  WireCurrency,
  WireOption,
  WireSubmitInput,
} from '#contract/calls/funds.ts'

/** The requests that move money or add a payout method. Each is sent under a stored idempotency key. */
export type FundsInputs = {
  readonly coin_deposit: ChargeSubmitInput
  readonly wire_deposit: WireSubmitInput
  readonly withdrawal: DrawInput
  readonly payout_method: BindDrawMethodInput
}

export type FundsAnswers = {
  readonly coin_deposit: ChargeRecord
  readonly wire_deposit: ChargeRecord
  readonly withdrawal: DrawRecord
  readonly payout_method: PayoutMethodAnswer
}

export type FundsRequestKind = keyof FundsInputs

const paths: Readonly<Record<FundsRequestKind, string>> = {
  coin_deposit: '/api/quickCharge/submit',
  wire_deposit: '/api/quickCharge/wire_submit',
  withdrawal: '/api/account/draw',
  payout_method: '/api/wallet/bind_draw_method',
}

/** Quiet about failures: the form shows refusals beside its fields, and says when no answer arrived. */
export function sendFundsRequest<Kind extends FundsRequestKind>(
  call: Call,
  kind: Kind,
  input: FundsInputs[Kind],
  key: string,
): Promise<FundsAnswers[Kind]> {
  const fields: CallInput<Scalar> = input
  return call({ path: paths[kind], verb: 'POST', changes: true, input: fields, key, quiet: 'shown' })
}

// The lists of what to pay to include what was offered before, so that a payment to it can be reported.

/** Coins with their addresses. Quiet, like every list. */
export function readChargeMethods(call: Call, signal?: AbortSignal): Promise<readonly ChargeMethod[]> {
  return call({ path: '/api/quickCharge/info', verb: 'GET', input: { earlier: 1 }, quiet: true, signal })
}

export function readWireCurrencies(call: Call, signal?: AbortSignal): Promise<readonly WireCurrency[]> {
  return call({ path: '/api/quickCharge/symbols', verb: 'GET', input: { earlier: 1 }, quiet: true, signal })
}

export function readWireOptions(
  call: Call,
  bank_coin: string,
  signal?: AbortSignal,
): Promise<readonly WireOption[]> {
  return call({
    path: '/api/quickCharge/wire_info',
    verb: 'GET',
    input: { bank_coin, earlier: 1 },
    quiet: true,
    signal,
  })
}

export function readDeposits(
  call: Call,
  input: ChargeListInput,
  signal?: AbortSignal,
): Promise<ChargeListAnswer> {
  return call({ path: '/api/quickCharge/quick_ist', verb: 'GET', input, quiet: true, signal })
}

export function readPayoutMethods(
  call: Call,
  input: DrawMethodsInput,
  signal?: AbortSignal,
): Promise<readonly PayoutMethodAnswer[]> {
  return call({ path: '/api/wallet/get_draw_method', verb: 'GET', input, quiet: true, signal })
}

export function deletePayoutMethod(call: Call, id: number): Promise<null> {
  return call({
    path: '/api/wallet/del_draw_method',
    verb: 'POST',
    changes: true,
    reusesKey: true,
    input: { id },
  })
}

export function readDrawCurrencies(
  call: Call,
  type: number,
  signal?: AbortSignal,
): Promise<readonly DrawCurrency[]> {
  return call({
    path: '/api/account/draw_symbol_list',
    verb: 'GET',
    input: { type },
    quiet: true,
    signal,
  })
}

export function readDrawConditions(call: Call, signal?: AbortSignal): Promise<DrawConditions> {
  return call({ path: '/api/account/draw_conditions', verb: 'GET', quiet: true, signal })
}

export function readWithdrawals(
  call: Call,
  input: DrawListInput,
  signal?: AbortSignal,
): Promise<DrawListAnswer> {
  return call({ path: '/api/account/draw_list', verb: 'GET', input, quiet: true, signal })
}

export function cancelWithdrawal(call: Call, id: number): Promise<DrawRecord> {
  return call({
    path: '/api/account/draw_cancel',
    verb: 'POST',
    changes: true,
    reusesKey: true,
    input: { id },
  })
}

/** A voucher of the user. `url` is the address that the record names: a path with its query. */
export function readVoucher({ callAs }: Caller, url: string, signal?: AbortSignal): Promise<Blob> {
  const [path = '', query = ''] = url.split('?')
  return callAs(
    { path, verb: 'GET', input: Object.fromEntries(new URLSearchParams(query)), quiet: true, signal },
    readImage,
  )
}
