import type { ComponentProps } from 'react'
import type { AlertSheet } from '#web/parts/alerts/alert-sheet.tsx'
import { useLateOverlay } from '#web/parts/late-code.tsx'

const sheetCode = {
  load: async () => (await import('#web/parts/alerts/alert-sheet.tsx')).AlertSheet,
}

/** The sheet, loaded when it is first opened and kept mounted for its closing animation. */
export function LazyAlertSheet(props: ComponentProps<typeof AlertSheet>) {
  const { request, onClose } = props
  const Sheet = useLateOverlay(sheetCode, request !== undefined, onClose)
  return Sheet === undefined ? null : <Sheet {...props} />
}
