import { useRef } from 'react'
import { isCallFailure } from '#web/calls/call-failure.ts'
import { resetDemo } from '#web/calls/reset-demo.ts'
import { useParts } from '#web/parts/app-parts.tsx'

/** Resolves when it is known how it went, or that nobody knows; the caller of calls has said so by then. */
export function useResetDemo(): () => Promise<void> {
  const { caller, portfolio } = useParts()
  // What was in doubt is asked again under its own key, so that it is done once.
  const inDoubt = useRef<string>(undefined)
  return async () => {
    // It says itself that it ends every order that stands.
    const { open, pending } = portfolio.standing.getSnapshot()
    const takeBacks = [...open, ...pending].map(({ id }) => portfolio.expectEnd(id))
    const failure = await resetDemo(caller.callUntilKnown, inDoubt.current).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    inDoubt.current = isCallFailure(failure) && failure.kind === 'unknown' ? failure.key : undefined
    if (failure !== undefined) for (const takeBack of takeBacks) takeBack()
    // After a failure, too: it may have been made all the same.
    await portfolio.refresh()
  }
}
