import type { Call } from '#web/calls/call-request.ts'
import { readAreas } from '#web/calls/settings.ts'
import type { EntryArea } from '#web/parts/entry/account/typed-account.ts'
import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'

export type AreasState = {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly areas: readonly EntryArea[]
}

/** The countries to choose from. What was fetched once stays. */
export type Areas = ReadableStore<AreasState> & { readonly fetch: () => Promise<void> }

export function createAreas(call: Call): Areas {
  const state = createValueStore<AreasState>({ status: 'loading', areas: [] })
  let isFetching = false
  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    async fetch() {
      if (isFetching || state.getSnapshot().status === 'ready') return
      isFetching = true
      state.set({ status: 'loading', areas: [] })
      const listed = await readAreas(call).catch(() => undefined)
      isFetching = false
      state.set(
        listed === undefined
          ? { status: 'failed', areas: [] }
          : {
              status: 'ready',
              areas: listed.map(({ id, code, global_code }) => ({
                id,
                country: code,
                diallingCode: global_code,
              })),
            },
      )
    },
  }
}
