import { useEffect, useState } from 'react'
import { browserStorage, storedText } from '#browser/storage/stored-text.ts'
import { Badge } from '#ui/badge.tsx'
import { Figure } from '#ui/figure.tsx'
import { ListGroup } from '#ui/list-group.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { useDictionary, useStore } from '#web/parts/app-parts.tsx'
import {
  type AppearanceStore,
  createAppearance,
  riseStorageKey,
  themeStorageKey,
} from '#web/stores/appearance.ts'

/** Theme and rise colour. Both take effect immediately. */
export function AppearanceSettings() {
  const t = useDictionary('account')
  const appearance = useAppearance()
  const { theme, rise } = useStore(appearance)
  const isGreen = rise === 'green'
  return (
    <ListGroup title={t('system.look')}>
      <li className="grid grid-cols-1 gap-3 px-4 py-3">
        {t('system.theme')}
        <Segmented
          items={(['system', 'light', 'dark'] as const).map((value) => ({
            value,
            label: t(`system.theme.${value}`),
          }))}
          label={t('system.theme')}
          onChange={appearance.chooseTheme}
          value={theme}
        />
      </li>
      <li className="grid grid-cols-1 gap-3 px-4 py-3">
        <span className="flex flex-wrap items-center justify-between gap-2">
          {t('system.rise')}
          <span aria-hidden="true" className="flex gap-1">
            <Badge tone="rise">
              <Figure decimals={2} plus unit="%" value="0.31" />
            </Badge>
            <Badge tone="fall">
              <Figure decimals={2} plus unit="%" value="-0.12" />
            </Badge>
          </span>
        </span>
        <Segmented
          items={[
            { value: 'green', label: t('system.rise.green'), tone: isGreen ? 'rise' : 'fall' },
            { value: 'red', label: t('system.rise.red'), tone: isGreen ? 'fall' : 'rise' },
          ]}
          label={t('system.rise')}
          onChange={appearance.chooseRise}
          value={rise}
        />
      </li>
    </ListGroup>
  )
}

function useAppearance(): AppearanceStore {
  const [appearance] = useState(() => {
    const storage = browserStorage()
    return createAppearance({
      root: document.documentElement,
      theme: storedText(storage, themeStorageKey),
      rise: storedText(storage, riseStorageKey),
    })
  })
  useEffect(() => {
    window.addEventListener('storage', appearance.reread)
    return () => window.removeEventListener('storage', appearance.reread)
  }, [appearance])
  return appearance
}
