import '#desk/desk.css'
import { createRoot } from 'react-dom/client'
import { App } from '#desk/app/app.tsx'
import { createDeskParts } from '#desk/app/create-desk-parts.ts'

const root = document.getElementById('desk')
if (root === null) throw new Error('the page has no place for the desk')
createDeskParts().then(
  (parts) => createRoot(root).render(<App parts={parts} />),
  // Without its dictionary the desk has no words of its own; the page has a few.
  () => document.getElementById('load-failed')?.removeAttribute('hidden'),
)
