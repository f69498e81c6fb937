import { useState } from 'react'
import { useLocation } from 'wouter'
import { type CallFailure, reasonOf } from '#browser/calls/call-failure.ts'
import type { DrawConditions } from '#contract/calls/funds.ts'
import { readDrawCurrencies, readPayoutMethods } from '#web/calls/funds.ts'
import { useParts, useStore } from '#web/parts/app-parts.tsx'
import { largestWithdrawal } from '#web/parts/funds/funds-amounts.ts'
import { useFundsRequests, useOnAccountChange } from '#web/parts/funds/use-funds.ts'
import { refusalReason, useShowFailure, useUserId } from '#web/parts/requests/use-requests.ts'
import { useServerQuery } from '#web/parts/server-query.ts'
import { useUrlOverlay } from '#web/parts/url-overlay.ts'
import { useSingleFlight } from '#web/parts/use-single-flight.ts'
import { withdrawRecordsPath } from '#web/screens/withdraw/withdraw-address.ts'
import {
  type ChangedTerm,
  changedTerms,
  drawInput,
  fieldFromWire,
  type WithdrawDraft,
  type WithdrawErrors,
  type WithdrawField,
  type WithdrawForm,
  withdrawDraft,
  withdrawErrors,
  withTerms,
} from '#web/screens/withdraw/withdraw-state.ts'
import {
  createTypedWithdrawal,
  nothingTyped,
  type TypedWithdrawal,
} from '#web/screens/withdraw/withdraw-typed.ts'

/** The withdrawal that the user is about to confirm. */
export type Confirmation = {
  readonly draft: WithdrawDraft
  /** What has changed since the user confirmed before. */
  readonly changes: readonly ChangedTerm[]
}

type RefusedField = { readonly field: WithdrawField; readonly value: string; readonly msg: string }

/** `onConfirming` is called when the user is asked to confirm: what is shown then must be current. */
export function useWithdraw(
  search: string,
  conditions: DrawConditions | undefined,
  onConfirming: () => void,
) {
  const { late, now } = useParts()
  const store = late.once(createTypedWithdrawal)
  const typed = useStore(store)
  const [code, setCode] = useState('')
  const [wasTried, setWasTried] = useState(false)
  const [refused, setRefused] = useState<RefusedField>()
  const [waitsForPrice, setWaitsForPrice] = useState(false)
  const [confirmation, setConfirmation] = useState<Confirmation>()
  const overlay = useUrlOverlay('/mine/withdraw', search, 'confirm')
  const { currencies, currency, methods } = useChoices(typed)
  const { isBusy, send } = useSending()
  const change = (next: Partial<TypedWithdrawal>) => store.set({ ...store.getSnapshot(), ...next })

  const form: WithdrawForm | undefined =
    currency === undefined || conditions === undefined
      ? undefined
      : {
          amount: typed.amount,
          memo: typed.memo,
          currency,
          method: methods.data?.find(({ id }) => id === typed.methodId),
          code: conditions.needs_code === 1 ? code : undefined,
          available: conditions.available,
        }
  const valuesOf = (field: WithdrawField) =>
    ({ amount: typed.amount, method: `${currency?.id} ${typed.methodId}`, code })[field]
  const refuse = (failure: CallFailure): boolean => {
    const field = failure.kind === 'refused' ? fieldFromWire(failure.field) : undefined
    if (failure.kind !== 'refused' || field === undefined) return false
    setRefused({ field, value: valuesOf(field), msg: failure.msg })
    return true
  }
  const confirm = () => {
    if (confirmation === undefined) return
    const { draft } = confirmation
    void send(draft, typed.type, {
      onDone() {
        // Something else may have been typed since, also by another user.
        if (store.getSnapshot() === typed)
          store.set({ ...nothingTyped, type: typed.type, currencyId: typed.currencyId })
        setCode('')
        setWasTried(false)
      },
      async onTermsChanged() {
        const { data } = await currencies.refetch()
        const next = data?.find(({ id }) => id === draft.currency.id)
        const again = next === undefined ? undefined : withTerms(draft, next)
        if (again === undefined) return overlay.close()
        setConfirmation({ draft: again, changes: changedTerms(draft, again) })
      },
      onRefused(failure) {
        overlay.close()
        if (reasonOf(failure) !== 'stale_price') return refuse(failure)
        setWaitsForPrice(true)
        return true
      },
      onUnknown: overlay.close,
    })
  }
  return {
    typed,
    change,
    form,
    currencies,
    currency,
    methods,
    code,
    setCode,
    errors: wasTried && form !== undefined ? withdrawErrors(form, now()) : ({} as WithdrawErrors),
    /** The refusal stays until the field is changed. */
    refusal: (field: WithdrawField) =>
      refused?.field === field && refused.value === valuesOf(field) ? refused.msg : undefined,
    refuse,
    /** The last try was refused, because a position of the user has no current price. */
    waitsForPrice,
    takeAll() {
      if (form !== undefined) change({ amount: largestWithdrawal(form.available, form.currency.max_number) })
    },
    /** Opens the confirmation, unless the form has an error. */
    check(): boolean {
      setWasTried(true)
      const draft = form === undefined ? undefined : withdrawDraft(form, now())
      if (draft === undefined) return false
      setConfirmation({ draft, changes: [] })
      setWaitsForPrice(false)
      onConfirming()
      overlay.open('1')
      return true
    },
    confirmation,
    isConfirming: overlay.value !== undefined && confirmation !== undefined,
    closeConfirmation: overlay.close,
    confirm,
    isBusy,
  }
}

/** The currencies of the chosen type, and the payout methods of the chosen currency. */
function useChoices({ type, currencyId }: TypedWithdrawal) {
  const currencies = useServerQuery({
    key: ['draw_currencies', type],
    read: (call, signal) => readDrawCurrencies(call, type, signal),
  })
  useOnAccountChange(() => void currencies.refetch())
  const all = currencies.data ?? []
  const currency = all.find(({ id }) => String(id) === currencyId) ?? all[0]
  const methods = useServerQuery({
    key: ['payout_methods', type, currency?.id ?? 0],
    read: (call, signal) => readPayoutMethods(call, { draw_type: type, draw_id: currency?.id ?? 0 }, signal),
    isEnabled: currency !== undefined,
  })
  return { currencies, currency, methods }
}

type Handlers = {
  readonly onDone: () => void
  readonly onTermsChanged: () => Promise<void>
  /** Whether the form shows the refusal. */
  readonly onRefused: (failure: CallFailure) => boolean
  readonly onUnknown: () => void
}

function useSending() {
  const requests = useFundsRequests()
  const userId = useUserId()
  const showFailure = useShowFailure()
  const { portfolio } = useParts()
  const [, go] = useLocation()
  const { isBusy, run } = useSingleFlight()
  const send = (draft: WithdrawDraft, type: 1 | 2, handlers: Handlers) =>
    run(async (signal) => {
      const input = drawInput(draft)
      const outcome = await requests.submit({ kind: 'withdrawal', input, userId, currency: 'USD' })
      if (outcome.kind === 'unknown') return handlers.onUnknown()
      if (outcome.kind === 'done') {
        void portfolio.refresh()
        handlers.onDone()
        if (!signal.aborted) go(withdrawRecordsPath(type), { replace: true })
        return
      }
      const { failure } = outcome
      // A form that was left cannot show what has happened.
      if (signal.aborted) return showFailure(failure)
      if (refusalReason(failure) === 'terms_changed') return await handlers.onTermsChanged()
      if (!handlers.onRefused(failure)) showFailure(failure)
    })
  return { isBusy, send }
}
