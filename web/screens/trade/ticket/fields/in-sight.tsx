import type { ReactNode } from 'react'
import { InSight as Scrolled } from '#web/parts/ticket/in-sight.tsx'
import type { RefusalPlace } from '#web/parts/ticket/refusal-place.ts'
import { useRefusal } from '#web/screens/trade/ticket/placing/use-refusal.ts'

/** A part of the ticket that comes into sight when the server has said something about it. */
export function InSight({ of, children }: { of: RefusalPlace; children: ReactNode }) {
  return <Scrolled refusal={useRefusal(of)}>{children}</Scrolled>
}
