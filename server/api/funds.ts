// Funds routes: deposits, payout methods and withdrawals of the user.
import {
  bindDrawMethod,
  chargeInfo,
  chargeList,
  chargeSubmit,
  chargeSymbols,
  deleteDrawMethod,
  draw,
  drawCancel,
  drawConditions,
  drawCurrencies,
  drawList,
  drawMethods,
  wireInfo,
  wireSubmit,
} from '#contract/calls/funds.ts'
import {
  chargeMethodOf,
  chargeRecordOf,
  drawCurrencyOf,
  drawRecordOf,
  payoutMethodOf,
  wireCurrencyOf,
  wireOptionOf,
} from '#contract/funds-wire.ts'
import { answered, refused } from '#contract/outcome.ts'
import { formatMicros } from '#core/money/amounts.ts'
import { imageNameIn, imageUrl } from '#server/api/identity.ts'
import { recordKey } from '#server/api/record-key.ts'
import type { DepositRecord, Funds, WithdrawalRecord } from '#server/funds/funds.ts'
import { type Caller, type Route, userRoute } from '#server/gateway/gateway.ts'
import type { Random } from '#server/platform/random.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'
import type { Users } from '#server/users/users.ts'

export type FundsRouteParts = {
  readonly users: Pick<Users, 'authenticate'>
  readonly funds: Funds
  readonly random: Random
  readonly translatorFor: TranslatorFor
}

/** All calls of contract/calls/funds.ts. */
export function fundsRoutes(parts: FundsRouteParts): readonly Route[] {
  return [
    readChargeInfo(parts),
    readChargeSymbols(parts),
    readWireInfo(parts),
    submitCharge(parts),
    submitWire(parts),
    readCharges(parts),
    readDrawMethods(parts),
    bindMethod(parts),
    deleteMethod(parts),
    readDrawCurrencies(parts),
    readDrawConditions(parts),
    requestDraw(parts),
    readDraws(parts),
    cancelDraw(parts),
  ]
}

// Deposits.

function readChargeInfo({ users, funds }: FundsRouteParts): Route {
  return userRoute(chargeInfo, users.authenticate, async ({ earlier }) => {
    const listed = await withEarlier(earlier, funds.addresses, funds.earlier.addresses)
    return answered(
      listed.map(({ item: { option, currency }, mark }) => ({
        ...chargeMethodOf(option, currency),
        ...mark,
      })),
    )
  })
}

function readChargeSymbols({ users, funds }: FundsRouteParts): Route {
  return userRoute(chargeSymbols, users.authenticate, async ({ earlier }) => {
    const listed = await withEarlier(earlier, funds.wireCurrencies, funds.earlier.wireCurrencies)
    return answered(listed.map(({ item, mark }) => ({ ...wireCurrencyOf(item), ...mark })))
  })
}

function readWireInfo({ users, funds }: FundsRouteParts): Route {
  return userRoute(wireInfo, users.authenticate, async ({ bank_coin, earlier }) => {
    const listed = await withEarlier(
      earlier,
      () => funds.wireOptions(bank_coin),
      () => funds.earlier.wireOptions(bank_coin),
    )
    return answered(listed.map(({ item, mark }) => ({ ...wireOptionOf(item), ...mark })))
  })
}

type Listed<Item> = { readonly item: Item; readonly mark: { readonly is_off?: 1 } }

/** What is offered, then what was, marked. Clients that do not ask for it do not get what must not be paid to. */
async function withEarlier<Item>(
  earlier: number | undefined,
  readOffered: () => Promise<readonly Item[]>,
  readEarlier: () => Promise<readonly Item[]>,
): Promise<readonly Listed<Item>[]> {
  const offered = (await readOffered()).map((item) => ({ item, mark: {} }))
  if (earlier !== 1) return offered
  return [...offered, ...(await readEarlier()).map((item) => ({ item, mark: { is_off: 1 } as const }))]
}

function submitCharge({ users, funds, random }: FundsRouteParts): Route {
  return userRoute(chargeSubmit, users.authenticate, async (input, { userId }, caller) => {
    const { number: amount, address, charge_id: addressId, rate } = input
    const voucher = imageNameIn(input.proofImg)
    if (voucher === undefined) return refused('image_unknown')
    const key = recordKey(caller, random)
    const result = await funds.submitCoin({ ...key, userId, amount, voucher, rate, addressId, address })
    if (result.kind === 'refused') return result
    return answered(chargeToWire(result.record), 'done.deposit_submitted')
  })
}

function submitWire({ users, funds, random }: FundsRouteParts): Route {
  return userRoute(wireSubmit, users.authenticate, async (input, { userId }, caller) => {
    const { number: amount, wire_id: wireId, rate } = input
    const voucher = imageNameIn(input.proofImg)
    if (voucher === undefined) return refused('image_unknown')
    const key = recordKey(caller, random)
    const result = await funds.submitWire({ ...key, userId, amount, voucher, rate, wireId })
    if (result.kind === 'refused') return result
    return answered(chargeToWire(result.record), 'done.deposit_submitted')
  })
}

function readCharges({ users, funds }: FundsRouteParts): Route {
  return userRoute(chargeList, users.authenticate, async ({ type, page }, { userId }) => {
    const { data, total } = await funds.deposits(userId, { kind: type === 0 ? 'coin' : 'bank', page })
    return answered({ data: data.map(chargeToWire), total })
  })
}

function chargeToWire(record: DepositRecord) {
  return chargeRecordOf(record, imageUrl(record.voucher))
}

// Payout methods.

function readDrawMethods({ users, funds }: FundsRouteParts): Route {
  return userRoute(drawMethods, users.authenticate, async ({ draw_type, draw_id }, { userId }) => {
    const methods = await funds.methods(userId, { kind: kindOf(draw_type), currencyId: draw_id })
    return answered(methods.map(payoutMethodOf))
  })
}

function bindMethod({ users, funds, random }: FundsRouteParts): Route {
  return userRoute(bindDrawMethod, users.authenticate, async (input, { userId }, caller) => {
    const bound = await funds.bindMethod({
      ...recordKey(caller, random),
      userId,
      kind: kindOf(input.type),
      currencyId: input.draw_id,
      address: input.dc_address ?? '',
      bank: {
        bankName: input.bank_name ?? '',
        bankBranch: input.bank_branch ?? '',
        payeeName: input.payee_name ?? '',
        payeeAccount: input.payee_account ?? '',
        bankAddress: input.bank_address ?? '',
        bankSwift: input.bank_swift ?? '',
        bankRemark: input.bank_remark ?? '',
      },
      code: input.auth_code,
    })
    return bound.kind === 'refused' ? bound : answered(payoutMethodOf(bound.method), 'done.saved')
  })
}

function deleteMethod({ users, funds }: FundsRouteParts): Route {
  return userRoute(deleteDrawMethod, users.authenticate, async ({ id }, { userId }) =>
    (await funds.deleteMethod(userId, id)) ? answered(null, 'done.method_deleted') : refused('not_found'),
  )
}

// Withdrawals.

function readDrawCurrencies({ users, funds }: FundsRouteParts): Route {
  return userRoute(drawCurrencies, users.authenticate, async ({ type }) =>
    answered((await funds.payoutCurrencies(kindOf(type))).map(drawCurrencyOf)),
  )
}

function readDrawConditions({ users, funds }: FundsRouteParts): Route {
  return userRoute(drawConditions, users.authenticate, async (_, { userId }) => {
    const conditions = await funds.conditions(userId)
    if (conditions === 'busy') return refused('busy')
    return answered({
      available: formatMicros(conditions.available),
      needs_identity: conditions.needsIdentity ? 1 : 0,
      needs_code: conditions.needsCode ? 1 : 0,
      method_wait_hours: conditions.methodWaitHours,
    })
  })
}

function requestDraw(parts: FundsRouteParts): Route {
  const { users, funds, random } = parts
  return userRoute(draw, users.authenticate, async (input, { userId }, caller) => {
    const result = await funds.withdraw({
      ...recordKey(caller, random),
      userId,
      currencyId: input.draw_currency_id,
      methodId: input.draw_method_id,
      amount: input.number,
      memo: input.memo ?? '',
      code: input.auth_code,
      fee: input.fee,
      rate: input.usd_price,
    })
    if (result.kind === 'refused') return result
    const shown = await drawToWire(parts, result.record, caller)
    // The note of a void record tells that nothing was withdrawn.
    return result.record.state === 'void' ? answered(shown) : answered(shown, 'done.withdrawal_requested')
  })
}

function readDraws(parts: FundsRouteParts): Route {
  const { users, funds } = parts
  return userRoute(drawList, users.authenticate, async ({ type, page }, { userId }, caller) => {
    const { data, total } = await funds.withdrawals(userId, { kind: kindOf(type), page })
    return answered({ data: await drawsToWire(parts, data, caller), total })
  })
}

function cancelDraw(parts: FundsRouteParts): Route {
  const { users, funds } = parts
  return userRoute(drawCancel, users.authenticate, async ({ id }, { userId }, caller) => {
    const result = await funds.cancel({ userId, id })
    if (result.kind === 'refused') return result
    return answered(await drawToWire(parts, result.record, caller), 'done.withdrawal_cancelled')
  })
}

async function drawToWire(parts: FundsRouteParts, record: WithdrawalRecord, caller: Caller) {
  const [draw] = await drawsToWire(parts, [record], caller)
  if (draw === undefined) throw new Error('one record gives one draw')
  return draw
}

async function drawsToWire(
  { funds, translatorFor }: FundsRouteParts,
  records: readonly WithdrawalRecord[],
  { language }: Caller,
) {
  const missing = await funds.missing(records)
  return records.map((record) =>
    drawRecordOf(record, missing.get(record.id) ?? null, translatorFor(language)),
  )
}

function kindOf(type: number): 'coin' | 'bank' {
  return type === 1 ? 'coin' : 'bank'
}
