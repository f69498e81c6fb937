import { useState } from 'react'
import { isCallFailure } from '#web/calls/call-failure.ts'
import { submitIdentity } from '#web/calls/submit-identity.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import { useStore } from '#web/parts/use-store.ts'
import {
  fieldOfWire,
  type IdentityErrors,
  type IdentityField,
  type IdentityForm,
  identityErrors,
  identityFields,
  identityInput,
} from '#web/screens/auth/identity-form-state.ts'
import { usePictureUpload } from '#web/screens/auth/use-picture-upload.ts'

/** What the server had against one of the fields, until that field is changed. */
type Refused = { readonly field: IdentityField; readonly words: string; readonly of: unknown }

/** The state of the form and its one act. `onSettled` follows each try, for the server may know more than its answer. */
export function useIdentityForm(firstName: string, onSettled: () => void) {
  const { caller } = useParts()
  const [typed, setTyped] = useState({ name: firstName, cardId: '' })
  const sides = { front: usePictureUpload(), back: usePictureUpload() }
  const form: IdentityForm = { ...typed, front: useStore(sides.front), back: useStore(sides.back) }
  const [wasTried, setWasTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()

  /** Gives the first field that is missing something, if one is. */
  const submit = (): IdentityField | undefined => {
    const input = identityInput(form)
    setWasTried(true)
    if (input === undefined) return firstOf(identityErrors(form))
    setIsBusy(true)
    submitIdentity(caller.call, input)
      .catch((failure: unknown) => {
        if (!isCallFailure(failure)) throw failure
        const field = failure.kind === 'refused' ? fieldOfWire(failure.field) : undefined
        if (failure.kind === 'refused' && field !== undefined) {
          setRefused({ field, words: failure.msg, of: form[field] })
        }
      })
      .finally(() => {
        setIsBusy(false)
        onSettled()
      })
    return undefined
  }
  return {
    form,
    sides,
    setName: (name: string) => setTyped({ ...typed, name }),
    setCardId: (cardId: string) => setTyped({ ...typed, cardId }),
    errors: wasTried ? identityErrors(form) : {},
    refused: refused !== undefined && form[refused.field] === refused.of ? refused : undefined,
    isBusy,
    submit,
  }
}

function firstOf(errors: IdentityErrors): IdentityField | undefined {
  return identityFields.find((field) => errors[field] !== undefined)
}
