import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { isRecord } from '#browser/platform/parse-record.ts'
import { isLocalPath } from '#web/parts/navigation.ts'

/** When a push is tapped, the service worker brings this page to the front and sends it the screen to open. */
export function useWorkerMessages(): void {
  const [, go] = useLocation()
  const receive = useEffectEvent(({ data }: MessageEvent<unknown>) => {
    const path = pathToOpen(data)
    if (path !== undefined) go(path)
  })
  useEffect(() => {
    // Missing on an insecure connection.
    const worker: ServiceWorkerContainer | undefined = navigator.serviceWorker
    worker?.addEventListener('message', receive)
    return () => worker?.removeEventListener('message', receive)
  }, [])
}

function pathToOpen(data: unknown): string | undefined {
  if (!isRecord(data)) return undefined
  const { kind, path } = data
  return kind === 'open' && typeof path === 'string' && isLocalPath(path) ? path : undefined
}
