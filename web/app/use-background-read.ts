import { useEffect, useEffectEvent, useState } from 'react'
import { isCallFailure } from '#browser/calls/call-failure.ts'
import type { Call } from '#browser/calls/call-request.ts'
import { useConnectionStatus, useParts } from '#web/parts/app-parts.tsx'
import { useOnPageVisible } from '#web/parts/page-visibility.ts'

type BackgroundRead<Answer> = {
  /** Undefined until it is known for this key. */
  readonly answer: Answer | undefined
  readonly setAnswer: (answer: Answer) => void
}

/**
 * An answer that the app reads in the background: at the start, with another key, when the page becomes visible, and when
 * the connection is back. A failure keeps the last answer. Nothing is read while the key is undefined.
 */
export function useBackgroundRead<Answer>(
  key: string | undefined,
  read: (call: Call, signal: AbortSignal) => Promise<Answer>,
): BackgroundRead<Answer> {
  const { call } = useParts().caller
  const isUp = useConnectionStatus() === 'up'
  const [known, setKnown] = useState<{ readonly key: string; readonly answer: Answer }>()
  const [visits, setVisits] = useState(0)
  useOnPageVisible(() => setVisits((before) => before + 1))
  const start = useEffectEvent(async (wanted: string, signal: AbortSignal) => {
    try {
      const answer = await read(call, signal)
      if (!signal.aborted) setKnown({ key: wanted, answer })
    } catch (failure) {
      if (!isCallFailure(failure)) throw failure
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another visit reads again.
  useEffect(() => {
    if (key === undefined || !isUp) return
    const controller = new AbortController()
    void start(key, controller.signal)
    return () => controller.abort()
  }, [key, isUp, visits])
  return {
    answer: known?.key === key ? known?.answer : undefined,
    setAnswer: (answer) => setKnown(key === undefined ? undefined : { key, answer }),
  }
}
