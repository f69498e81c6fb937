import type { ActState } from '#web/acts/act-types.ts'
import type { Act } from '#web/calls/change-order.ts'

export type PlaceAct = Extract<Act, { kind: 'place' }>

/**
 * How the last order of the ticket is going. `waiting`: an order is unconfirmed, and it is not known yet whether it belongs
 * to the user who is logged in. Until then nothing is sent.
 */
export type PlacingState = ActState<PlaceAct> | { readonly kind: 'waiting' }
