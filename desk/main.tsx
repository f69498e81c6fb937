import '#desk/desk.css'
import { createRoot } from 'react-dom/client'
import { reloadWhenOutdated } from '#browser/chunks/reload-outdated-page.ts'
import { startCrashReports } from '#browser/crash-reports/start-crash-reports.ts'
import { App } from '#desk/app/app.tsx'
import { createDeskParts } from '#desk/app/create-desk-parts.ts'

const root = document.getElementById('desk')
if (root === null) throw new Error('element #desk is missing in index.html')
const rootOptions = startCrashReports('desk')
reloadWhenOutdated('openlot.desk_reloaded_at')
createDeskParts().then(
  (parts) => createRoot(root, rootOptions).render(<App parts={parts} />),
  // Without a dictionary the console cannot translate anything. index.html has a fallback message.
  () => document.getElementById('load-failed')?.removeAttribute('hidden'),
)
