/** The colours and letters of the app as the canvas needs them: read from the page, because a canvas knows no CSS. */
export type ChartLook = {
  readonly ground: string
  readonly line: string
  readonly edge: string
  readonly text: string
  readonly dim: string
  readonly accent: string
  readonly warn: string
  readonly rise: string
  readonly fall: string
  readonly family: string
  /** Pixels of the smallest letters: they grow with the letters of the page. */
  readonly textPx: number
}

/** Of the 12 px that small text has at the usual size of letters. */
const smallOfRoot = 0.6875

export function readLook(): ChartLook {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  return {
    ground: colour('--ground'),
    line: colour('--line'),
    edge: colour('--edge'),
    text: colour('--text'),
    dim: colour('--text-dim'),
    accent: colour('--accent'),
    warn: colour('--warn'),
    rise: colour('--rise'),
    fall: colour('--fall'),
    family: style.fontFamily,
    textPx: Math.round(Number.parseFloat(style.fontSize) * smallOfRoot),
  }
}

/** Calls back whenever the system or the user changes how the app looks. Returns the way out. */
export function watchLook(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', changed)
  const choices = new MutationObserver(changed)
  choices.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-rise', 'style'] })
  return () => {
    system.removeEventListener('change', changed)
    choices.disconnect()
  }
}
