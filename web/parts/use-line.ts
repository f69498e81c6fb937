import type { LineState } from '#web/live/line.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import { useStore } from '#web/parts/use-store.ts'

/** Whether orders can be sent now, and whether that must be said. */
export function useLine(): LineState {
  return useStore(useParts().line)
}
