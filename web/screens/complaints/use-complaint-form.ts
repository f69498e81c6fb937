import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import type { CallFailure } from '#browser/calls/call-failure.ts'
import {
  complaintPath,
  newComplaintPath,
  type RecordRef,
  recordFromSearch,
} from '#web/parts/complaints/complaint-address.ts'
import { useShowFailure, useUserId } from '#web/parts/requests/use-requests.ts'
import { useSingleFlight } from '#web/parts/use-single-flight.ts'
import {
  type ComplaintDraft,
  complaintInput,
  isLeftOut,
  textFault,
  withRecord,
} from '#web/screens/complaints/complaint-draft.ts'
import { useComplaintRequests } from '#web/screens/complaints/complaint-requests.ts'
import { useComplaintDraft } from '#web/screens/complaints/use-complaint-draft.ts'

type Field = 'text' | 'records'
type Refused = { readonly field: Field; readonly draft: ComplaintDraft; readonly msg: string }

export function useComplaintForm(search: string) {
  const { draft, change, removeSent } = useComplaintDraft()
  const requests = useComplaintRequests()
  const userId = useUserId()
  const [, go] = useLocation()
  const showFailure = useShowFailure()
  const { isBusy, run } = useSingleFlight()
  const [wasTried, setWasTried] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const leftOut = usePickedByLink(search, draft, change)

  const refuse = (failure: CallFailure) => {
    const field = failure.kind === 'refused' ? fieldFromWire(failure.field) : undefined
    if (failure.kind === 'refused' && field !== undefined) setRefused({ field, draft, msg: failure.msg })
    else showFailure(failure)
  }
  const send = () =>
    run(async (signal) => {
      const input = complaintInput(draft)
      const outcome = await requests.submit({ kind: 'complaint', input, userId, currency: '' })
      if (outcome.kind === 'unknown') return
      if (outcome.kind === 'refused')
        // A form that was left cannot show the refusal beside its field.
        return signal.aborted ? showFailure(outcome.failure) : refuse(outcome.failure)
      removeSent(input)
      if (!signal.aborted) go(complaintPath(outcome.answer.id), { replace: true })
    })
  return {
    draft,
    change,
    fault: wasTried ? textFault(draft) : undefined,
    /** The refusal stays until the draft is changed. */
    refusal: (field: Field) =>
      refused?.field === field && refused.draft === draft ? refused.msg : undefined,
    /** The record that a link has named, while there is no room for it. */
    leftOut: leftOut !== undefined && isLeftOut(draft, leftOut) ? leftOut : undefined,
    /** Sends the complaint, unless the text is missing or too long. */
    submit(): boolean {
      setWasTried(true)
      if (textFault(draft) !== undefined) return false
      void send()
      return true
    },
    isBusy,
  }
}

export type ComplaintForm = ReturnType<typeof useComplaintForm>

/**
 * Picks the record that the address names, and takes it out of the address, so that it can be removed again. Returns
 * the record if there was no room for it.
 */
function usePickedByLink(
  search: string,
  draft: ComplaintDraft,
  change: (next: ComplaintDraft) => void,
): RecordRef | undefined {
  const [, go] = useLocation()
  const userId = useUserId()
  const [leftOut, setLeftOut] = useState<RecordRef>()
  const linked = recordFromSearch(search)
  const pick = useEffectEvent(() => {
    if (linked === undefined) return
    setLeftOut(isLeftOut(draft, linked) ? linked : undefined)
    change(withRecord(draft, { ...linked, note: '' }))
    go(newComplaintPath(), { replace: true })
  })
  const isWaiting = linked !== undefined && userId !== 0
  useEffect(() => {
    if (isWaiting) pick()
  }, [isWaiting])
  return leftOut
}

/** The form field named in a refusal. */
function fieldFromWire(field: string | undefined): Field | undefined {
  if (field === 'text') return 'text'
  return field === 'orders' || field === 'deposits' || field === 'withdrawals' ? 'records' : undefined
}
