import { useParts } from '#web/parts/app-parts.tsx'
import { actsOf } from '#web/parts/order-actions/order-actions.ts'

/** Resolves when it is known how it went, or that it is unconfirmed: then the notice on top of the app tells. */
export function useResetDemo(): () => Promise<void> {
  const parts = useParts()
  return async () => {
    await actsOf(parts).run({ kind: 'reset', input: {} })
    await parts.portfolio.refresh()
  }
}
