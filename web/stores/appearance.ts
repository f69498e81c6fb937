import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'
import type { StoredText } from '#web/stores/stored-text.ts'

export type Theme = 'system' | 'light' | 'dark'

/** The colour of what rises; what falls has the other. */
export type RiseColour = 'green' | 'red'

export type Appearance = { readonly theme: Theme; readonly rise: RiseColour }

export type AppearanceStore = ReadableStore<Appearance> & {
  readonly chooseTheme: (theme: Theme) => void
  readonly chooseRise: (rise: RiseColour) => void
  /** Another tab may have chosen; boot.js has already put it on the page. */
  readonly reread: () => void
}

/** The names and the attributes are those of boot.js, which puts the look on the page before it is first painted. */
export const themeStorageKey = 'openlot.theme'
export const riseStorageKey = 'openlot.rise'

type Parts = {
  /** The html element: what it wears is the look, also where nothing can be stored. */
  readonly root: Pick<HTMLElement, 'dataset'>
  readonly theme: StoredText
  readonly rise: StoredText
}

/** How the app looks, by the user's wish. A choice is seen at once and remembered. */
export function createAppearance({ root, theme, rise }: Parts): AppearanceStore {
  const look = createValueStore(lookOf(root))
  const put = (name: 'theme' | 'rise', stored: StoredText, value: string | undefined) => {
    stored.write(value)
    if (value === undefined) delete root.dataset[name]
    else root.dataset[name] = value
    look.set(lookOf(root))
  }
  return {
    getSnapshot: look.getSnapshot,
    subscribe: look.subscribe,
    chooseTheme: (wish) => put('theme', theme, wish === 'system' ? undefined : wish),
    chooseRise: (wish) => put('rise', rise, wish === 'green' ? undefined : wish),
    reread: () => look.set(lookOf(root)),
  }
}

function lookOf({ dataset }: Parts['root']): Appearance {
  const { theme, rise } = dataset
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    rise: rise === 'red' ? 'red' : 'green',
  }
}
