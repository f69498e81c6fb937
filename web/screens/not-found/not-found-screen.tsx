import { useLocation } from 'wouter'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { useTranslate } from '#web/parts/app-parts.tsx'
import { useBack } from '#web/parts/navigation.ts'

export function NotFoundScreen() {
  const t = useTranslate()
  const back = useBack()
  const [, go] = useLocation()
  return (
    <Screen back={back} title={t('title.not_found')}>
      <EmptyState
        action={
          <ButtonLink href="/" onSelect={() => go('/')} variant="secondary">
            {t('not_found.home')}
          </ButtonLink>
        }
        icon="search"
        text={t('not_found.text')}
        title={t('title.not_found')}
      />
    </Screen>
  )
}
