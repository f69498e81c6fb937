import { type ActState, hasEnded } from '#web/acts/act-types.ts'

/**
 * For the attribute `data-late-presses` of a footer: it takes no tap for 0.4 s after an act has ended. Without it the
 * tap would be ignored by the acts, but the button would look as if it had been pressed.
 */
export function latePresses(state: ActState | { readonly kind: 'waiting' }): true | undefined {
  return state.kind !== 'waiting' && hasEnded(state) ? true : undefined
}
