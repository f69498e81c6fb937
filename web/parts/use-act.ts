import { useState } from 'react'
import { type Act, type ActParts, type ActState, createAct, idle } from '#web/parts/act.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import { useStore } from '#web/parts/use-store.ts'
import { createValueStore } from '#web/platform/value-store.ts'

/** An act that is as long there as whoever calls this: for what may be done twice. It is made as at first it was said. */
export function useAct<Request, Answer>(
  make: ActParts<Request, Answer>['make'],
): Act<Request, Answer> & { readonly state: ActState<Request>; readonly isBusy: boolean } {
  const { now } = useParts()
  const [act] = useState(() => createAct({ make, now, slot: createValueStore<ActState<Request>>(idle) }))
  const state = useStore(act)
  return { ...act, state, isBusy: state.kind === 'busy' }
}
