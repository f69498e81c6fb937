import { Screen } from '#ui/screen.tsx'
import { useTranslate } from '#web/parts/app-parts.tsx'
import { useBack } from '#web/parts/navigation.ts'

/** Empty on purpose: the path exists, but has no content yet. */
export function FeedbackScreen() {
  const t = useTranslate()
  const back = useBack()
  return (
    <Screen back={back} title={t('title.feedback')}>
      {null}
    </Screen>
  )
}
