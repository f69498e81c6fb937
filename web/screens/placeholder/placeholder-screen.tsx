import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { useTranslate } from '#web/parts/app-parts.tsx'
import { useBack } from '#web/parts/navigation.ts'
import { NoticeBell } from '#web/parts/notice-bell.tsx'
import type { ScreenProps } from '#web/parts/screen-props.ts'

/** Shown for a path whose screen is not built yet. */
export function PlaceholderScreen({ name, tabBar }: ScreenProps) {
  const t = useTranslate()
  const back = useBack()
  const title = t(`title.${name}`)
  return (
    <Screen actions={tabBar ? <NoticeBell /> : null} back={back} tabBar={tabBar} title={title}>
      <EmptyState
        action={
          <ButtonLink {...back} variant="secondary">
            {t('unbuilt.back')}
          </ButtonLink>
        }
        icon="clock"
        text={t('unbuilt.text', { screen: title })}
        title={t('unbuilt.title')}
      />
    </Screen>
  )
}
