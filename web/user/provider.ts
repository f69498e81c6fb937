import type { Call } from '#browser/calls/call-request.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import { readCompanyStatus } from '#web/calls/companies.ts'
import type { CompanyCookie } from '#web/stores/company-cookie.ts'

export type ProviderState = {
  /** Whether users choose a provider. Undefined until the server has answered, or could not be asked. */
  readonly isModeOn: boolean | undefined
  readonly chosenId: number | undefined
}

/** The chosen provider. */
export type Provider = ReadableStore<ProviderState> & {
  readonly choose: (id: number) => void
  /**
   * Asks the server unless it has answered already. Never fails: without an answer the mode counts as off. Only the
   * first question of a visit can lead away: after a later one, the user may be in the middle of something.
   */
  readonly refresh: () => Promise<void>
}

type Parts = {
  readonly call: Call
  readonly cookie: CompanyCookie
  /** Leaves the app for the address, if it is one that may be opened. */
  readonly leave: (address: string) => Promise<void>
}

const timeoutMs = 10_000

export function createProvider({ call, cookie, leave }: Parts): Provider {
  const chosenId = cookie.read()
  // Each visit extends the time that the browser keeps the choice.
  if (chosenId !== undefined) cookie.write(chosenId)
  const store = createValueStore<ProviderState>({ isModeOn: undefined, chosenId })
  let asking: Promise<void> | undefined
  let hasAnswer = false
  let isFirst = true

  async function ask(): Promise<void> {
    const mayLeave = isFirst
    isFirst = false
    const answer = await readCompanyStatus(call, cookie.read(), timeoutMs).catch(() => undefined)
    asking = undefined
    hasAnswer = answer !== undefined
    store.set({ ...store.getSnapshot(), isModeOn: answer?.main_company === 1 })
    if (!mayLeave || answer === undefined || answer.status === 0 || answer.loss_url === '') return
    // The code for it may not have loaded. The next visit asks again.
    await leave(answer.loss_url).catch(() => undefined)
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    choose(id) {
      cookie.write(id)
      store.set({ ...store.getSnapshot(), chosenId: id })
    },
    async refresh() {
      if (hasAnswer) return
      asking ??= ask()
      await asking
    },
  }
}
