import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Entry points of a first visit: the shell and the market list. */
const entryPoints = ['web/main.tsx', 'web/screens/home/home-screen.tsx']

/** A static import or re-export of a value. Type imports and `import()` do not match. */
const staticImport = /^(?:import|export)\s(?!type\s)[^'"]*?from '#([^']+\.tsx?)'/gm

/**
 * All source files that a first visit needs. They are bundled into one chunk: by default the bundler makes a chunk for
 * each set of screens that shares files, and small chunks compress badly.
 */
export function firstVisitFiles(root: string): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = [...entryPoints]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const path = resolve(root, file)
    if (found.has(path) || !existsSync(path)) continue
    found.add(path)
    for (const [, imported = ''] of readFileSync(path, 'utf8').matchAll(staticImport)) waiting.push(imported)
  }
  return found
}
