import { useState } from 'react'
import { type CallFailure, isCallFailure } from '#browser/calls/call-failure.ts'
import type { AlertCondition } from '#core/alert/alert.ts'
import { addAlert } from '#web/calls/alerts.ts'
import { bidAskOf } from '#web/markets/current-rate.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import {
  type AlertBasis,
  type AlertForm,
  type AlertSummary,
  alertSummary,
  chooseCondition,
  emptyAlertForm,
  typePrice,
} from '#web/parts/alerts/alert-form-state.ts'
import { listAlert, refreshAlerts } from '#web/parts/alerts/use-alerts.ts'
import { useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import { isolate } from '#web/parts/bidi.ts'
import { canOfferPush } from '#web/parts/push/can-offer-push.ts'
import { pushOfferOf } from '#web/parts/push/push-offer.ts'
import { useSingleFlight } from '#web/parts/use-single-flight.ts'

/** Values that the form has when it opens. Without a condition, the price decides. */
export type AlertStart = Partial<Pick<AlertForm, 'condition' | 'price' | 'percent' | 'repeats'>>

export type AlertFormState = {
  readonly form: AlertForm
  readonly summary: AlertSummary
  /** Shown after the first attempt. */
  readonly fault: AlertSummary['fault']
  /** Why the last attempt failed, until the form is changed. */
  readonly failure: CallFailure | undefined
  readonly isBusy: boolean
  readonly setPrice: (text: string) => void
  readonly setPercent: (text: string) => void
  readonly setCondition: (condition: AlertCondition) => void
  readonly setRepeats: (repeats: boolean) => void
  readonly submit: () => void
}

export function useAlertForm(market: ListedMarket, start: AlertStart, onSet: () => void): AlertFormState {
  const basis = useBasis(market)
  const [form, setForm] = useState(() => startForm(start, basis))
  const [wasTried, setWasTried] = useState(false)
  const { isBusy, failure, forget, send } = useSending(market, onSet)
  const summary = alertSummary(form, basis)
  const change = (next: AlertForm) => {
    forget()
    setForm(next)
  }
  return {
    ...{ form, summary, failure, isBusy },
    fault: wasTried ? summary.fault : undefined,
    setPrice: (text) => change(typePrice(form, text, basis)),
    setPercent: (percent) => change({ ...form, percent }),
    setCondition: (condition) => change(chooseCondition(form, condition)),
    setRepeats: (repeats) => change({ ...form, repeats }),
    submit() {
      setWasTried(true)
      if (summary.input !== undefined) send(summary.input)
    },
  }
}

function useBasis({ id, precision }: ListedMarket): AlertBasis {
  const { markets } = useParts()
  return { precision, bid: bidAskOf(useStore(markets.quote(id)), precision)?.bid }
}

function startForm({ condition, price = '', ...values }: AlertStart, basis: AlertBasis): AlertForm {
  const form = { ...emptyAlertForm, ...values }
  return condition === undefined
    ? typePrice(form, price, basis)
    : chooseCondition({ ...form, price }, condition)
}

/** Sends the alert. The same alert sent again after a lost answer is set once: the call reuses its key. */
function useSending(market: ListedMarket, onSet: () => void) {
  const parts = useParts()
  const t = useDictionary('alerts')
  const [failure, setFailure] = useState<CallFailure>()
  const { isBusy, run } = useSingleFlight()
  const forget = () => setFailure(undefined)
  const send = (input: NonNullable<AlertSummary['input']>) =>
    void run(async () => {
      forget()
      try {
        listAlert(parts, await addAlert(parts.caller.call, { forex_id: market.id, ...input }))
      } catch (thrown) {
        if (!isCallFailure(thrown)) throw thrown
        setFailure(thrown)
        // It may have been set although the answer was lost.
        refreshAlerts(parts)
        return
      }
      onSet()
      const said = t('alerts.done', { market: isolate(market.showCode) })
      if (canOfferPush(parts)) pushOfferOf(parts).offer(said)
      else parts.toasts.show({ text: said, tone: 'good' })
    })
  return { isBusy, failure, forget, send }
}
