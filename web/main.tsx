import '#ui/theme.css'
import { createRoot } from 'react-dom/client'
import { App } from '#web/app/app.tsx'
import { createAppParts } from '#web/app/create-app-parts.ts'
import { reloadWhenOutdated } from '#web/app/outdated.ts'

reloadWhenOutdated()
const parts = await createAppParts()
const root = document.getElementById('app')
if (root === null) throw new Error('the page has no place for the app')
createRoot(root).render(<App parts={parts} />)
