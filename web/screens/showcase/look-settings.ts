import { useEffect, useState } from 'react'

export type ThemeWish = 'system' | 'light' | 'dark'
export type Direction = 'ltr' | 'rtl'
export type RiseColour = 'green' | 'red'

export interface LookSettings {
  readonly theme: ThemeWish
  readonly direction: Direction
  readonly rise: RiseColour
  readonly setTheme: (theme: ThemeWish) => void
  readonly setDirection: (direction: Direction) => void
  readonly setRise: (rise: RiseColour) => void
}

/** Writes the wishes where the theme looks for them: on the html element. */
export function useLookSettings(): LookSettings {
  const [theme, setTheme] = useState<ThemeWish>('system')
  const [direction, setDirection] = useState<Direction>('ltr')
  const [rise, setRise] = useState<RiseColour>('green')
  useEffect(() => {
    const root = document.documentElement
    if (theme === 'system') root.removeAttribute('data-theme')
    else root.setAttribute('data-theme', theme)
    root.dir = direction
    root.setAttribute('data-rise', rise)
  }, [theme, direction, rise])
  return { theme, direction, rise, setTheme, setDirection, setRise }
}
