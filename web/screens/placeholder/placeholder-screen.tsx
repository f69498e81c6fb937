import { ButtonLink } from '#ui/button-link.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { useTranslate } from '#web/parts/app-parts.tsx'
import { useBack } from '#web/parts/navigation.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'

/** The screen of a path whose own one is not built yet: it says so, and leads back. */
export function PlaceholderScreen({ name, tabBar }: ScreenProps) {
  const t = useTranslate()
  const back = useBack()
  const title = t(`title.${name}`)
  return (
    <Screen back={back} tabBar={tabBar} title={title}>
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
