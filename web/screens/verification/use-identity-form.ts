import { useState } from 'react'
import { isCallFailure } from '#browser/calls/call-failure.ts'
import { failureMessage } from '#browser/calls/caller.ts'
import type { RealNameInput } from '#contract/calls/identity.ts'
import { submitIdentity } from '#web/calls/identity.ts'
import { useParts, useStore, useTranslate } from '#web/parts/app-parts.tsx'
import { useImageUpload } from '#web/parts/images/use-image-upload.ts'
import {
  fieldFromWire,
  type IdentityErrors,
  type IdentityField,
  type IdentityFormValues,
  identityErrors,
  identityFields,
  identityInput,
  uploadingSide,
} from '#web/screens/verification/identity-form-state.ts'

export function useIdentityForm(firstName: string, onSettled: () => Promise<void>) {
  const [typed, setTyped] = useState({ name: firstName, cardId: '' })
  const sides = { front: useImageUpload(), back: useImageUpload() }
  const form: IdentityFormValues = { ...typed, front: useStore(sides.front), back: useStore(sides.back) }
  const [wasTried, setWasTried] = useState(false)
  const { send, isBusy, refused } = useSubmit(onSettled)

  /** Submits the form, unless a field has an error or is uploading. Returns the first such field. */
  const submit = (): IdentityField | undefined => {
    setWasTried(true)
    const input = identityInput(form)
    if (input === undefined) return firstErrorField(identityErrors(form)) ?? uploadingSide(form)
    void send(input, form)
    return undefined
  }
  return {
    form,
    sides,
    setName: (name: string) => setTyped({ ...typed, name }),
    setCardId: (cardId: string) => setTyped({ ...typed, cardId }),
    errors: { ...refusedErrors(form, refused), ...(wasTried ? identityErrors(form) : {}) },
    /** The form cannot be submitted until these images are uploaded. */
    isWaitingFor: (side: 'front' | 'back') => wasTried && form[side].kind === 'uploading',
    isBusy,
    submit,
  }
}

/** The refusal stays until the field is changed. */
function refusedErrors(form: IdentityFormValues, refused: RefusedField | undefined): IdentityErrors {
  return refused !== undefined && form[refused.field] === refused.value ? { [refused.field]: 'refused' } : {}
}

function firstErrorField(errors: IdentityErrors): IdentityField | undefined {
  return identityFields.find((field) => errors[field] !== undefined)
}

/** A refused field and the value that was refused. */
type RefusedField = { readonly field: IdentityField; readonly value: unknown }

/** Submits the form. `onSettled` also runs after a failure, because the server may have accepted the form. */
function useSubmit(onSettled: () => Promise<void>) {
  const { caller, toasts } = useParts()
  const t = useTranslate()
  const [isBusy, setIsBusy] = useState(false)
  const [refused, setRefused] = useState<RefusedField>()

  const showFailure = (failure: unknown, form: IdentityFormValues) => {
    if (!isCallFailure(failure)) throw failure
    const field = failure.kind === 'refused' ? fieldFromWire(failure.field) : undefined
    if (field !== undefined) return setRefused({ field, value: form[field] })
    const text = failureMessage(failure, (code) => t('transport.failed', { code }))
    toasts.show({ text, tone: 'danger' })
  }
  const send = async (input: RealNameInput, form: IdentityFormValues) => {
    setIsBusy(true)
    try {
      await submitIdentity(caller.call, input).catch((failure: unknown) => showFailure(failure, form))
      await onSettled()
    } finally {
      setIsBusy(false)
    }
  }
  return { send, isBusy, refused }
}
