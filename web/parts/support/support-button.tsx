import { ButtonLink } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useTranslate } from '#web/parts/app-parts.tsx'
import { useSupportEntry } from '#web/parts/support/use-support-entry.ts'

/** In the title row of a screen that visitors see. */
export function SupportIcon() {
  const t = useTranslate()
  return <IconButton {...useSupportEntry()} icon="chat" label={t('app.support')} />
}

type SupportButtonProps = {
  /** "Contact support" by default. */
  readonly label?: string
  /** The order that the question is about. */
  readonly order?: number
  readonly className?: string
}

/** Beside a text that names support. */
export function SupportButton({ label, order, className }: SupportButtonProps) {
  const t = useTranslate()
  return (
    <ButtonLink {...useSupportEntry(order)} className={className ?? ''} size="small" variant="quiet">
      {label ?? t('app.support')}
    </ButtonLink>
  )
}
