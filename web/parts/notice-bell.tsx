import { useLocation } from 'wouter'
import type { Translate } from '#i18n/translator.ts'
import type { WebKey } from '#i18n/web/shell/en.ts'
import { IconButton, mostCounted } from '#ui/icon-button.tsx'
import { useParts, useStore, useTranslate } from '#web/parts/app-parts.tsx'

const path = '/mine/notices'

/** Leads to the notices, and shows how many are unread. The route guard sends visitors to the login. */
export function NoticeBell() {
  const t = useTranslate()
  const [, go] = useLocation()
  const { unread = 0 } = useStore(useParts().notices)
  return (
    <IconButton count={unread} href={path} icon="bell" label={labelOf(unread, t)} onSelect={() => go(path)} />
  )
}

/** Contains what the bell shows, for users who speak to their device. */
function labelOf(unread: number, t: Translate<WebKey>): string {
  if (unread === 0) return t('title.notices')
  return unread > mostCounted ? t('app.notices.many') : t('app.notices', { count: unread })
}
