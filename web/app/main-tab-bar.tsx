import { useLocation } from 'wouter'
import type { WebKey } from '#i18n/web/shell/en.ts'
import type { IconName } from '#ui/icon-paths.ts'
import { TabBar } from '#ui/tab-bar.tsx'
import type { Tab } from '#web/app/routes.ts'
import { useTranslate } from '#web/parts/app-parts.tsx'

type Item = { readonly tab: Tab; readonly path: string; readonly icon: IconName; readonly label: WebKey }

/** Quotes are in the middle, because the app opens there. */
const items: readonly Item[] = [
  { tab: 'documentary', path: '/documentary', icon: 'copy-trading', label: 'tab.documentary' },
  { tab: 'orders', path: '/order', icon: 'order', label: 'tab.orders' },
  { tab: 'markets', path: '/', icon: 'market', label: 'tab.markets' },
  { tab: 'ranking', path: '/rank', icon: 'rank', label: 'tab.ranking' },
  { tab: 'trade', path: '/trade', icon: 'trade', label: 'tab.trade' },
]

export function MainTabBar({ active }: { active: Tab | undefined }) {
  const t = useTranslate()
  const [, go] = useLocation()
  return (
    <TabBar
      items={items.map(({ tab, path, icon, label }) => ({
        icon,
        label: t(label),
        active: tab === active,
        href: path,
        onSelect: () => go(path),
      }))}
      label={t('tab.bar')}
    />
  )
}
