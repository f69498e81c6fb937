import { useLocation } from 'wouter'
import { AnnouncementBanner } from '#web/app/announcement-banner.tsx'
import { ConsentNotice } from '#web/app/consent-notice.tsx'
import { useWorkerMessages } from '#web/app/use-worker-messages.ts'

/** The main screens without trading: a notice must not come between a user and an open position. */
const noticePaths: ReadonlySet<string> = new Set(['/', '/user', '/news', '/rank', '/documentary'])

/** Notices that the app opens by itself: a new announcement, legal texts to accept, and pushes that were tapped. */
export function Notices() {
  const [path] = useLocation()
  useWorkerMessages()
  const isAllowedHere = noticePaths.has(path)
  return (
    <>
      <AnnouncementBanner isAllowedHere={isAllowedHere} />
      <ConsentNotice isAllowedHere={isAllowedHere} />
    </>
  )
}
