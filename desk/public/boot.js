// Runs before the first paint, so that a dark page never starts as a light one. The name is that of stores/theme.ts.
;(() => {
  try {
    const theme = localStorage.getItem('openlot.desk_theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  } catch {
    // Nothing is remembered: the system decides.
  }
})()
