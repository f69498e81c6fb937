import { useState } from 'react'

/** Whether a sheet or a drawer is open. It is made when it is first opened and stays, so that it can also leave the screen. */
export function useLateOpening() {
  const [isOpen, setIsOpen] = useState(false)
  const [isMade, setIsMade] = useState(false)
  const open = () => {
    setIsMade(true)
    setIsOpen(true)
  }
  return { isOpen, setIsOpen, isMade, open }
}
