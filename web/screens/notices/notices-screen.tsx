import { useLocation } from 'wouter'
import { IconButton } from '#ui/icon-button.tsx'
import { Screen } from '#ui/screen.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { useBack } from '#web/parts/navigation.ts'
import { NoticeList } from '#web/screens/notices/notice-list.tsx'

const settingsPath = '/mine/notices/settings'

export function NoticesScreen() {
  const t = useDictionary('notices')
  const back = useBack()
  const [, go] = useLocation()
  return (
    <Screen
      actions={
        <IconButton
          href={settingsPath}
          icon="settings"
          label={t('title.notice_settings')}
          onSelect={() => go(settingsPath)}
        />
      }
      back={back}
      title={t('title.notices')}
    >
      <NoticeList />
    </Screen>
  )
}
