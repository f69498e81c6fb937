import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { StoredText } from '#browser/storage/stored-text.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export type ThemeStore = ReadableStore<Theme> & { readonly choose: (theme: Theme) => void }

/** The same key is in public/boot.js, which applies the theme before the first paint. */
export const themeStorageKey = 'openlot.desk_theme'

/** `show` applies a theme to the page. Undefined means the system's theme. */
export function createTheme(
  stored: StoredText,
  show: (theme: 'light' | 'dark' | undefined) => void,
): ThemeStore {
  const initial = themes.find((theme) => theme === stored.read()) ?? 'system'
  const theme = createValueStore<Theme>(initial)
  const apply = (next: Theme) => show(next === 'system' ? undefined : next)
  apply(initial)
  return {
    getSnapshot: theme.getSnapshot,
    subscribe: theme.subscribe,
    choose(next) {
      stored.write(next === 'system' ? undefined : next)
      theme.set(next)
      apply(next)
    },
  }
}
