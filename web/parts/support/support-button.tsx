import { ButtonLink } from '#ui/button.tsx'
import { IconButton, mostCounted } from '#ui/icon-button.tsx'
import { useTranslate } from '#web/parts/app-parts.tsx'
import { useSupportEntry, useSupportLink } from '#web/parts/support/use-support-entry.ts'
import { useSupportUnread } from '#web/parts/support/use-support-unread.ts'

/** In the title row of a screen that visitors see. They get no notices, so it counts the answers to them. */
export function SupportIcon() {
  const t = useTranslate()
  const unread = useSupportUnread(useSupportLink()?.kind === 'own')
  const count = unread > mostCounted ? `${mostCounted}+` : unread
  const label = unread === 0 ? t('app.support') : t('app.support.unread', { count })
  return <IconButton {...useSupportEntry()} count={unread} icon="chat" label={label} />
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
