import { useDeferredValue } from 'react'

/**
 * The sheet rises at once with its button; drawing the form is put off until that can be seen. For the form and for the
 * button, which come together: nothing is placed from a form nobody saw.
 */
export function useFormDrawn(): boolean {
  return useDeferredValue(true, false)
}
