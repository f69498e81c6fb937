import '#ui/theme.css'
import { createRoot } from 'react-dom/client'
import { reloadWhenOutdated } from '#browser/chunks/reload-outdated-page.ts'
import { startCrashReports } from '#browser/crash-reports/start-crash-reports.ts'
import { App } from '#web/app/app.tsx'
import { createAppParts } from '#web/app/create-app-parts.ts'

const root = document.getElementById('app')
if (root === null) throw new Error('element #app not found')

// In development /ui shows every component in every state. It is not part of the build.
if (import.meta.env.DEV && location.pathname === '/ui') {
  void import('#web/screens/showcase/showcase-screen.tsx').then(({ ShowcaseScreen }) =>
    createRoot(root).render(<ShowcaseScreen />),
  )
} else {
  const rootOptions = startCrashReports('web')
  reloadWhenOutdated('openlot.reloaded_at')
  createAppParts().then(
    (parts) => createRoot(root, rootOptions).render(<App parts={parts} />),
    // The dictionary could not be loaded, so the page shows its built-in message.
    () => document.getElementById('load-failed')?.removeAttribute('hidden'),
  )
}
