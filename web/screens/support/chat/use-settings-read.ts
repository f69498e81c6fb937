import { useEffect, useState } from 'react'
import { useParts } from '#web/parts/app-parts.tsx'

/** Reads the settings again: the link may have changed since the start. True once that has succeeded or failed. */
export function useSettingsRead(): boolean {
  const { basicInfo } = useParts()
  const [hasRead, setHasRead] = useState(false)
  useEffect(() => {
    let isGone = false
    void basicInfo.refresh().then(() => {
      if (!isGone) setHasRead(true)
    })
    return () => {
      isGone = true
    }
  }, [basicInfo])
  return hasRead
}
