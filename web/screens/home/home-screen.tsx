import { useLocation } from 'wouter'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Logo } from '#ui/logo.tsx'
import { Screen } from '#ui/screen.tsx'
import { useTranslate } from '#web/parts/app-parts.tsx'

export function HomeScreen() {
  const t = useTranslate()
  return (
    <Screen actions={<HomeActions />} tabBar title={<Logo />}>
      <EmptyState
        icon="market"
        text={t('unbuilt.text', { screen: t('title.home') })}
        title={t('unbuilt.title')}
      />
    </Screen>
  )
}

const actions = [
  { icon: 'globe', path: '/language', label: 'home.language' },
  { icon: 'search', path: '/product', label: 'home.search' },
  { icon: 'news', path: '/news', label: 'home.news' },
  { icon: 'user', path: '/user', label: 'home.account' },
] as const

function HomeActions() {
  const t = useTranslate()
  const [, go] = useLocation()
  return actions.map(({ icon, path, label }) => (
    <IconButton href={path} icon={icon} key={path} label={t(label)} onSelect={() => go(path)} />
  ))
}
