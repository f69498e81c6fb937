import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { StoredText } from '#browser/storage/stored-text.ts'

export type Theme = 'system' | 'light' | 'dark'

/** The colour of rising prices; falling prices have the other colour. */
export type RiseColour = 'green' | 'red'

export type Appearance = { readonly theme: Theme; readonly rise: RiseColour }

export type AppearanceStore = ReadableStore<Appearance> & {
  readonly chooseTheme: (theme: Theme) => void
  readonly chooseRise: (rise: RiseColour) => void
  /** Reads the html element again: another tab may have changed the appearance, which boot.js has already applied. */
  readonly reread: () => void
}

/** boot.js uses the same keys and attributes to apply the appearance before the first paint. */
export const themeStorageKey = 'openlot.theme'
export const riseStorageKey = 'openlot.rise'

type Parts = {
  /** The html element. Its attributes are the source of truth, even if storage is refused. */
  readonly root: Pick<HTMLElement, 'dataset'>
  readonly theme: StoredText
  readonly rise: StoredText
}

/** The appearance chosen by the user, applied at once and stored. */
export function createAppearance({ root, theme, rise }: Parts): AppearanceStore {
  const appearance = createValueStore(appearanceOf(root))
  const apply = (name: 'theme' | 'rise', stored: StoredText, value: string | undefined) => {
    stored.write(value)
    if (value === undefined) delete root.dataset[name]
    else root.dataset[name] = value
    appearance.set(appearanceOf(root))
  }
  return {
    getSnapshot: appearance.getSnapshot,
    subscribe: appearance.subscribe,
    chooseTheme: (choice) => apply('theme', theme, choice === 'system' ? undefined : choice),
    chooseRise: (choice) => apply('rise', rise, choice === 'green' ? undefined : choice),
    reread: () => appearance.set(appearanceOf(root)),
  }
}

function appearanceOf({ dataset }: Parts['root']): Appearance {
  const { theme, rise } = dataset
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    rise: rise === 'red' ? 'red' : 'green',
  }
}
