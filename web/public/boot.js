// Runs before the first paint, so that a dark or right-to-left page never flashes in the other mode.
// Uses the storage keys of web/stores. If a private window refuses storage, the system setting applies.
;(() => {
  const root = document.documentElement
  const read = (name) => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  }
  const apply = (name, value, allowed) => {
    if (allowed.includes(value)) root.dataset[name] = value
    else delete root.dataset[name]
  }
  // The browser's toolbars follow the theme of the page, not of the system.
  const updateThemeColor = () => {
    for (const meta of document.querySelectorAll('meta[name=theme-color]')) {
      const { theme } = root.dataset
      const own = meta.dataset.of
      meta.media = theme ? (theme === own ? 'all' : 'not all') : `(prefers-color-scheme: ${own})`
    }
  }
  const applyAppearance = () => {
    apply('theme', read('openlot.theme'), ['light', 'dark'])
    apply('rise', read('openlot.rise'), ['red'])
  }
  new MutationObserver(updateThemeColor).observe(root, { attributeFilter: ['data-theme'] })
  applyAppearance()
  if (read('openlot.direction') === 'rtl') root.dir = 'rtl'
  // Another tab may have changed the appearance.
  addEventListener('storage', applyAppearance)
})()
