import { useLocation } from 'wouter'
import { IconButton } from '#ui/icon-button.tsx'
import { useParts, useStore, useTranslate } from '#web/parts/app-parts.tsx'

const path = '/mine/notices'

/** Leads to the notices, and shows how many are unread. The route guard sends visitors to the login. */
export function NoticeBell() {
  const t = useTranslate()
  const [, go] = useLocation()
  const { unread = 0 } = useStore(useParts().notices)
  return (
    <IconButton
      count={unread}
      href={path}
      icon="bell"
      label={unread === 0 ? t('title.notices') : t('app.notices', { count: unread })}
      onSelect={() => go(path)}
    />
  )
}
