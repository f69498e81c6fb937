import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { languageOf } from '#i18n/languages.ts'
import { ListGroup } from '#ui/list-group.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Screen } from '#ui/screen.tsx'
import { LogOutRow } from '#web/parts/account/log-out-row.tsx'
import { useDictionary, useTranslations } from '#web/parts/app-parts.tsx'
import { useBack } from '#web/parts/navigation.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { ActiveSessions } from '#web/screens/settings/active-sessions.tsx'
import { AppearanceSettings } from '#web/screens/settings/appearance-settings.tsx'
import { LoginHistory } from '#web/screens/settings/login-history.tsx'

const noticesPath = '/mine/notices/settings'
const loginsPath = '/mine/system?show=logins'

/** The settings, or the login history at `?show=logins`. */
export function SettingsScreen({ search }: ScreenProps) {
  const show = new URLSearchParams(search).get('show')
  // The app moves focus on a new path, but these two views share one path.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run when the view changes.
  useEffect(() => {
    document.querySelector<HTMLElement>('[data-screen] main')?.focus({ preventScroll: true })
  }, [show])
  return show === 'logins' ? <LoginHistory /> : <SettingsList />
}

function SettingsList() {
  const t = useDictionary('account')
  const back = useBack('/user')
  const { name, locale } = languageOf(useTranslations().language)
  const [, go] = useLocation()
  return (
    <Screen back={back} title={t('title.system')}>
      <div className="grid grid-cols-1 gap-4 px-4 pt-1 pb-6">
        <AppearanceSettings />
        <ListGroup>
          <ListRow
            href="/language"
            icon="globe"
            label={t('title.language')}
            onSelect={() => go('/language')}
            value={<bdi lang={locale}>{name}</bdi>}
          />
          <ListRow
            href={noticesPath}
            icon="bell"
            label={t('title.notice_settings')}
            onSelect={() => go(noticesPath)}
          />
        </ListGroup>
        <ActiveSessions />
        <ListGroup title={t('system.security')}>
          <ListRow
            href={loginsPath}
            icon="history"
            label={t('system.logins')}
            note={t('system.logins.note')}
            onSelect={() => go(loginsPath)}
          />
        </ListGroup>
        <ListGroup>
          <LogOutRow />
        </ListGroup>
      </div>
    </Screen>
  )
}
