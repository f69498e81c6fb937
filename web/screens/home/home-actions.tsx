import { useLocation } from 'wouter'
import { IconButton } from '#ui/icon-button.tsx'
import { useTranslate } from '#web/parts/app-parts.tsx'
import { DemoBadge } from '#web/parts/demo-badges.tsx'

const actions = [
  { icon: 'globe', path: '/language', label: 'home.language' },
  { icon: 'search', path: '/product', label: 'home.search' },
  { icon: 'news', path: '/news', label: 'home.news' },
  { icon: 'user', path: '/user', label: 'home.account' },
] as const

export function HomeActions() {
  const t = useTranslate()
  const [, go] = useLocation()
  return (
    <>
      <DemoBadge />
      {actions.map(({ icon, path, label }) => (
        <IconButton href={path} icon={icon} key={path} label={t(label)} onSelect={() => go(path)} />
      ))}
    </>
  )
}
