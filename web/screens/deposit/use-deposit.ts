import { useState } from 'react'
import { useLocation } from 'wouter'
import type { CallFailure } from '#browser/calls/call-failure.ts'
import { useStore } from '#web/parts/app-parts.tsx'
import { useFundsRequests } from '#web/parts/funds/use-funds.ts'
import { useImageUpload } from '#web/parts/images/use-image-upload.ts'
import { refusalReason, useShowFailure, useUserId } from '#web/parts/requests/use-requests.ts'
import { useUrlOverlay } from '#web/parts/url-overlay.ts'
import { useSingleFlight } from '#web/parts/use-single-flight.ts'
import { depositRecordsPath } from '#web/screens/deposit/deposit-address.ts'
import {
  type ChangedTerm,
  changedTerms,
  type DepositDraft,
  type DepositErrors,
  type DepositForm,
  type DepositKind,
  depositDraft,
  depositErrors,
  depositRequest,
  fieldFromWire,
} from '#web/screens/deposit/deposit-state.ts'
import { useDepositTargets } from '#web/screens/deposit/use-deposit-targets.ts'

/** A field refused by the server, with the value that was refused. */
type RefusedField = { readonly field: keyof DepositForm; readonly value: unknown; readonly msg: string }

/** The deposit that the user is about to confirm. */
export type Confirmation = {
  readonly draft: DepositDraft
  /** What has changed since the user confirmed before. */
  readonly changes: readonly ChangedTerm[]
}

export function useDeposit(search: string) {
  const [kind, setKind] = useState<DepositKind>('coin')
  const [isEarlier, setIsEarlier] = useState(false)
  const [amount, setAmount] = useState('')
  const voucher = useImageUpload()
  const targets = useDepositTargets(kind, isEarlier)
  const form: DepositForm = { amount, target: targets.target, voucher: useStore(voucher) }
  const [wasTried, setWasTried] = useState(false)
  const [refused, setRefused] = useState<RefusedField>()
  const [confirmation, setConfirmation] = useState<Confirmation>()
  const overlay = useUrlOverlay('/mine/charge', search, 'confirm')
  const { isBusy, send } = useSending()

  const refuse = (failure: CallFailure, draft: DepositDraft) => {
    const field = failure.kind === 'refused' ? fieldFromWire(failure.field) : undefined
    if (failure.kind !== 'refused' || field === undefined) return false
    const values = { amount: draft.amount, target: draft.target.address, voucher: draft.proof }
    setRefused({ field, value: values[field], msg: failure.msg })
    return true
  }
  const clear = () => {
    voucher.clear()
    setAmount('')
    setWasTried(false)
    setIsEarlier(false)
  }
  const confirm = () => {
    if (confirmation === undefined) return
    const { draft } = confirmation
    void send(draft, {
      onDone: clear,
      async onTermsChanged() {
        const now = await targets.reread(draft.target)
        if (now === undefined) return overlay.close()
        setConfirmation({ draft: { ...draft, target: now }, changes: changedTerms(draft.target, now) })
      },
      onRefused(failure) {
        overlay.close()
        return refuse(failure, draft)
      },
      onUnknown: overlay.close,
    })
  }
  return {
    kind,
    setKind(next: DepositKind) {
      setKind(next)
      setIsEarlier(false)
    },
    /** The choice is among what was offered before. */
    isEarlier,
    setIsEarlier,
    form,
    setAmount,
    voucher,
    targets,
    errors: wasTried ? depositErrors(form) : ({} satisfies DepositErrors as DepositErrors),
    refusal: (field: keyof DepositForm) => refusalOf(field, form, refused),
    /** Opens the confirmation, unless the form has an error. */
    check(): boolean {
      setWasTried(true)
      const draft = depositDraft(form)
      if (draft === undefined) return false
      setConfirmation({ draft, changes: [] })
      overlay.open('1')
      return true
    },
    confirmation,
    isConfirming: overlay.value !== undefined && confirmation !== undefined,
    closeConfirmation: overlay.close,
    confirm,
    /** Empties the form. */
    clear,
    isBusy,
  }
}

/** The refusal stays until the field is changed. */
function refusalOf(
  field: keyof DepositForm,
  { amount, target, voucher }: DepositForm,
  refused: RefusedField | undefined,
): string | undefined {
  const values = {
    amount,
    target: target?.address,
    voucher: voucher.kind === 'ready' ? voucher.url : undefined,
  }
  return refused !== undefined && refused.field === field && values[field] === refused.value
    ? refused.msg
    : undefined
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
  const [, go] = useLocation()
  const { isBusy, run } = useSingleFlight()
  const send = (draft: DepositDraft, handlers: Handlers) =>
    run(async (signal) => {
      const outcome = await requests.submit({
        ...depositRequest(draft),
        userId,
        currency: draft.target.currency,
      })
      if (outcome.kind === 'unknown') return handlers.onUnknown()
      if (outcome.kind === 'done') {
        handlers.onDone()
        if (!signal.aborted) go(depositRecordsPath(draft.target.kind === 'coin' ? 0 : 1), { replace: true })
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
