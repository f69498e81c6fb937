import { createValueStore, type Store } from '#desk/platform/value-store.ts'
import type { StoredText } from '#desk/stores/stored-text.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export type ThemeStore = Store<Theme> & { readonly choose: (theme: Theme) => void }

/** The same name as in public/boot.js, which puts the theme on before the first paint. */
export const themeStorageKey = 'openlot.desk_theme'

/** `show` puts a theme on the page; undefined leaves it to the system. */
export function createTheme(
  stored: StoredText,
  show: (theme: 'light' | 'dark' | undefined) => void,
): ThemeStore {
  const kept = themes.find((theme) => theme === stored.read()) ?? 'system'
  const theme = createValueStore<Theme>(kept)
  const wear = (next: Theme) => show(next === 'system' ? undefined : next)
  wear(kept)
  return {
    get: theme.get,
    subscribe: theme.subscribe,
    choose(next) {
      stored.write(next === 'system' ? undefined : next)
      theme.set(next)
      wear(next)
    },
  }
}
