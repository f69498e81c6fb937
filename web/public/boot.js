// Runs before the first paint, so that a dark or right-to-left page never starts as the other.
// The names are those of web/stores; a private window may refuse storage, and then the system decides.
;(() => {
  const root = document.documentElement
  try {
    const theme = localStorage.getItem('openlot.theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    if (localStorage.getItem('openlot.rise') === 'red') root.dataset.rise = 'red'
    if (localStorage.getItem('openlot.language') === 'ar') root.dir = 'rtl'
  } catch {
    // Nothing is remembered: the defaults stand.
  }
})()
