import { useLocation } from 'wouter'
import { AnnouncementBanner } from '#web/app/announcement-banner.tsx'
import { ConsentNotice } from '#web/app/consent-notice.tsx'

/** The main screens without trading: a notice must not come between a user and an open position. */
const noticePaths: ReadonlySet<string> = new Set(['/', '/user', '/news', '/rank', '/documentary'])

/** What the app tells of its own accord: a new announcement, and legal texts to accept. */
export function Notices() {
  const [path] = useLocation()
  const isPlace = noticePaths.has(path)
  return (
    <>
      <AnnouncementBanner isPlace={isPlace} />
      <ConsentNotice isPlace={isPlace} />
    </>
  )
}
