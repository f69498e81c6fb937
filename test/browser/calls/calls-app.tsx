// The whole app with its parts exposed to the test.
import '#ui/theme.css'
import { createRoot } from 'react-dom/client'
import { App } from '#web/app/app.tsx'
import { createAppParts } from '#web/app/create-app-parts.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'

declare global {
  interface Window {
    appParts?: AppParts
  }
}

const parts = await createAppParts()
window.appParts = parts
const root = document.getElementById('app')
if (root !== null) createRoot(root).render(<App parts={parts} />)
