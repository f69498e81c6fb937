import { useState } from 'react'
import type { CallFailure } from '#browser/calls/call-failure.ts'
import { readDrawCurrencies } from '#web/calls/funds.ts'
import { useFundsRequests } from '#web/parts/funds/use-funds.ts'
import { useShowFailure, useUserId } from '#web/parts/requests/use-requests.ts'
import { useServerQuery } from '#web/parts/server-query.ts'
import { useSingleFlight } from '#web/parts/use-single-flight.ts'
import {
  currencyIdOf,
  emptyMethod,
  fieldFromWire,
  type MethodField,
  type MethodValues,
  methodErrors,
  methodInput,
  type PayoutType,
} from '#web/screens/payout-methods/payout-method-state.ts'

type RefusedField = { readonly field: MethodField | 'draw_id'; readonly value: string; readonly msg: string }

export function usePayoutMethodForm(type: PayoutType, search: string, onSaved: () => void) {
  const [values, setValues] = useState(emptyMethod)
  const [chosen, choose] = useState(() => currencyIdOf(search))
  const [wasTried, setWasTried] = useState(false)
  const [refused, setRefused] = useState<RefusedField>()
  const query = useServerQuery({
    key: ['draw_currencies', type],
    read: (call, signal) => readDrawCurrencies(call, type, signal),
  })
  const currencies = query.data ?? []
  const currency = currencies.find(({ id }) => String(id) === chosen) ?? currencies[0]
  const showFailure = useShowFailure()
  const { isBusy, send } = useSending()

  const refuse = (failure: CallFailure, sent: MethodValues) => {
    const field = failure.kind === 'refused' ? fieldFromWire(failure.field) : undefined
    if (failure.kind !== 'refused' || field === undefined) return showFailure(failure)
    const value = field === 'draw_id' ? String(currency?.id ?? '') : sent[field]
    setRefused({ field, value, msg: failure.msg })
  }
  return {
    values,
    change: (typed: Partial<MethodValues>) => setValues((before) => ({ ...before, ...typed })),
    currencies: query,
    currency,
    choose,
    errors: wasTried ? methodErrors(type, values) : {},
    /** The refusal stays until the field is changed. */
    refusal(field: MethodField | 'draw_id'): string | undefined {
      if (refused === undefined || refused.field !== field) return undefined
      const value = field === 'draw_id' ? String(currency?.id ?? '') : values[field]
      return refused.value === value ? refused.msg : undefined
    },
    refuse: (failure: CallFailure) => refuse(failure, values),
    isBusy,
    /** Returns false if a field is missing. */
    submit(): boolean {
      setWasTried(true)
      const input = methodInput(type, currency?.id, values)
      if (input === undefined || currency === undefined) return false
      void send(
        { input, currency: currency.code },
        { onSaved, onRefused: (failure) => refuse(failure, values) },
      )
      return true
    },
  }
}

type Method = {
  readonly input: NonNullable<ReturnType<typeof methodInput>>
  readonly currency: string
}

type Handlers = {
  readonly onSaved: () => void
  readonly onRefused: (failure: CallFailure) => void
}

/** Sends the method. If no answer arrives, the screen shows the unconfirmed request. */
function useSending() {
  const requests = useFundsRequests()
  const userId = useUserId()
  const { isBusy, run } = useSingleFlight()
  const send = (method: Method, { onSaved, onRefused }: Handlers) =>
    run(async () => {
      const outcome = await requests.submit({ kind: 'payout_method', userId, ...method })
      if (outcome.kind === 'done') onSaved()
      if (outcome.kind === 'refused') onRefused(outcome.failure)
    })
  return { isBusy, send }
}
