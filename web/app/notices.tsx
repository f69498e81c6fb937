import { useLocation } from 'wouter'
import { AnnouncementBanner } from '#web/app/announcement-banner.tsx'
import { ConsentNotice } from '#web/app/consent-notice.tsx'

/** The main screens without trading: a notice must not come between a user and an open position. */
const noticePaths: ReadonlySet<string> = new Set(['/', '/user', '/news', '/rank', '/documentary'])

/** Notices that the app opens by itself: a new announcement, and legal texts to accept. */
export function Notices() {
  const [path] = useLocation()
  const isAllowedHere = noticePaths.has(path)
  return (
    <>
      <AnnouncementBanner isAllowedHere={isAllowedHere} />
      <ConsentNotice isAllowedHere={isAllowedHere} />
    </>
  )
}
