import { useState } from 'react'
import { useStore } from '#web/parts/app-parts.tsx'
import {
  type IdentityErrors,
  type IdentityField,
  type IdentityForm,
  identityErrors,
  identityFields,
  identityInput,
} from '#web/screens/auth/identity-form-state.ts'
import { type RefusedField, useHandIn } from '#web/screens/auth/use-hand-in.ts'
import { usePictureUpload } from '#web/screens/auth/use-picture-upload.ts'

/** The state of the form and its one act. */
export function useIdentityForm(firstName: string, onSettled: () => Promise<void>) {
  const [typed, setTyped] = useState({ name: firstName, cardId: '' })
  const sides = { front: usePictureUpload(), back: usePictureUpload() }
  const form: IdentityForm = { ...typed, front: useStore(sides.front), back: useStore(sides.back) }
  const [wasTried, setWasTried] = useState(false)
  const { handIn, isBusy, refused } = useHandIn(onSettled)

  /** Gives the first field that is missing something, if one is. */
  const submit = (): IdentityField | undefined => {
    setWasTried(true)
    const input = identityInput(form)
    if (input === undefined) return firstOf(identityErrors(form))
    void handIn(input, form)
    return undefined
  }
  return {
    form,
    sides,
    setName: (name: string) => setTyped({ ...typed, name }),
    setCardId: (cardId: string) => setTyped({ ...typed, cardId }),
    errors: { ...refusedErrors(form, refused), ...(wasTried ? identityErrors(form) : {}) },
    isBusy,
    submit,
  }
}

/** Until the field is changed. */
function refusedErrors(form: IdentityForm, refused: RefusedField | undefined): IdentityErrors {
  return refused !== undefined && form[refused.field] === refused.of ? { [refused.field]: 'refused' } : {}
}

function firstOf(errors: IdentityErrors): IdentityField | undefined {
  return identityFields.find((field) => errors[field] !== undefined)
}
