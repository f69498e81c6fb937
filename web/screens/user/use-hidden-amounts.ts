import { useState } from 'react'
import { browserStorage, storedText } from '#web/stores/stored-text.ts'

const hiddenName = 'openlot.amounts_hidden'

/** Whether amounts are kept from whoever looks over one's shoulder; remembered. */
export function useHiddenAmounts(): readonly [isHidden: boolean, toggle: () => void] {
  const [stored] = useState(() => storedText(browserStorage(), hiddenName))
  const [isHidden, setIsHidden] = useState(() => stored.read() === 'yes')
  const toggle = () => {
    stored.write(isHidden ? undefined : 'yes')
    setIsHidden(!isHidden)
  }
  return [isHidden, toggle]
}
