import { type ReactNode, useEffect, useRef } from 'react'
import type { RefusalPlace } from '#web/parts/ticket/refusal-place.ts'
import { useRefusal } from '#web/screens/trade/ticket/placing/use-refusal.ts'

/** A part of the ticket that comes into sight when the server has said something about it. */
export function InSight({ of, children }: { of: RefusalPlace; children: ReactNode }) {
  const refusal = useRefusal(of)
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal !== undefined) part.current?.scrollIntoView({ block: 'nearest' })
  }, [refusal])
  return <div ref={part}>{children}</div>
}
