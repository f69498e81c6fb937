// Runs before the first paint, so that a dark or right-to-left page never starts as the other.
// The names are those of web/stores; a private window may refuse storage, and then the system decides.
;(() => {
  const root = document.documentElement
  const read = (name) => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  }
  const wear = (name, value, offered) => {
    if (offered.includes(value)) root.dataset[name] = value
    else delete root.dataset[name]
  }
  // The bars of the browser follow the theme that is worn, not the system's.
  const tint = () => {
    for (const meta of document.querySelectorAll('meta[name=theme-color]')) {
      const { theme } = root.dataset
      const own = meta.dataset.of
      meta.media = theme ? (theme === own ? 'all' : 'not all') : `(prefers-color-scheme: ${own})`
    }
  }
  const look = () => {
    wear('theme', read('openlot.theme'), ['light', 'dark'])
    wear('rise', read('openlot.rise'), ['red'])
  }
  new MutationObserver(tint).observe(root, { attributeFilter: ['data-theme'] })
  look()
  if (read('openlot.language') === 'ar') root.dir = 'rtl'
  // Chosen in another tab: worn here too.
  addEventListener('storage', look)
})()
