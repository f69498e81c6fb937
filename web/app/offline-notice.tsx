import { useSyncExternalStore } from 'react'
import { Notice } from '#ui/notice.tsx'
import { useTranslate } from '#web/parts/app-parts.tsx'

export function OfflineNotice() {
  const t = useTranslate()
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (isOnline) return null
  return (
    <Notice className="mx-4 mt-2" icon="offline" live tone="warn">
      {t('app.offline')}
    </Notice>
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
