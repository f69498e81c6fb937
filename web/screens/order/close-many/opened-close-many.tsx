import { useState } from 'react'
import { useLatePart } from '#web/parts/lazy-overlay.tsx'

const fetchSheet = () => import('#web/screens/order/close-many/close-many-sheet.tsx')

export type OpenedCloseManyProps = { readonly isOpen: boolean; readonly onClose: () => void }

/** The sheet that closes several orders. Its chunk is fetched when it is first opened. */
export function OpenedCloseMany({ isOpen, onClose }: OpenedCloseManyProps) {
  const openings = useOpenings(isOpen)
  const late = useLatePart(fetchSheet, isOpen, onClose)
  // A sheet that is opened again starts with the choices.
  return late === undefined ? null : <late.CloseManySheet isOpen={isOpen} key={openings} onClose={onClose} />
}

function useOpenings(isOpen: boolean): number {
  const [shown, setShown] = useState({ isOpen, openings: 0 })
  if (isOpen !== shown.isOpen) setShown({ isOpen, openings: shown.openings + (isOpen ? 1 : 0) })
  return shown.openings
}
