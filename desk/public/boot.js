// Runs before the first paint, so that a dark page never flashes light. The storage key is that of stores/theme.ts.
;(() => {
  try {
    const theme = localStorage.getItem('openlot.desk_theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  } catch {
    // Storage is denied: the system's theme applies.
  }
})()
