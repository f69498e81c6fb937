import { ButtonLink } from '#ui/button-link.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { useTranslate } from '#web/app/app-parts.tsx'
import type { ScreenProps } from '#web/app/routes.ts'
import { useBack } from '#web/app/use-back.ts'

/** The screen of a path whose own one is not built yet: it says so, and leads back. */
export function UnbuiltScreen({ route }: ScreenProps) {
  const t = useTranslate()
  const back = useBack()
  const title = t(`title.${route.name}`)
  return (
    <Screen back={back} tabBar={route.keptAlive} title={title}>
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
