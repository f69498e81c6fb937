import { useLocation } from 'wouter'
import { IconButton } from '#ui/icon-button.tsx'
import { useBook } from '#web/parts/app-parts.tsx'

/** Whoever cannot read the form finds their language from here. */
export function LanguageLink() {
  const t = useBook('entry')
  const [, go] = useLocation()
  return (
    <IconButton href="/language" icon="globe" label={t('entry.language')} onSelect={() => go('/language')} />
  )
}
