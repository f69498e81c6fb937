import { useState } from 'react'
import type { RealNameInput } from '#contract/calls/identity.ts'
import { isCallFailure } from '#web/calls/call-failure.ts'
import { wordsFor } from '#web/calls/caller.ts'
import { submitIdentity } from '#web/calls/identity.ts'
import { useParts, useTranslate } from '#web/parts/app-parts.tsx'
import { fieldOfWire, type IdentityField, type IdentityForm } from '#web/screens/auth/identity-form-state.ts'

/** The server had something against this field as it was. */
export type RefusedField = { readonly field: IdentityField; readonly of: unknown }

/** Hands the form in. `onSettled` follows each try, for the server may know more than its answer told. */
export function useHandIn(onSettled: () => Promise<void>) {
  const { caller, toasts } = useParts()
  const t = useTranslate()
  const [isBusy, setIsBusy] = useState(false)
  const [refused, setRefused] = useState<RefusedField>()

  const tell = (failure: unknown, form: IdentityForm) => {
    if (!isCallFailure(failure)) throw failure
    const field = failure.kind === 'refused' ? fieldOfWire(failure.field) : undefined
    if (field !== undefined) return setRefused({ field, of: form[field] })
    const text = wordsFor(failure, (code) => t('transport.failed', { code }))
    toasts.show({ text, tone: 'danger' })
  }
  const handIn = async (input: RealNameInput, form: IdentityForm) => {
    setIsBusy(true)
    await submitIdentity(caller.call, input).catch((failure: unknown) => tell(failure, form))
    await onSettled()
    setIsBusy(false)
  }
  return { handIn, isBusy, refused }
}
