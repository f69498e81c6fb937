import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** What a first visit shows: the shell, and the markets in it. */
const beginnings = ['web/main.tsx', 'web/screens/home/home-screen.tsx']

/** An import that the browser follows before anything runs; types are gone by then, and `import()` waits. */
const follows = /^(?:import|export)\s(?!type\s)[^'"]*?from '#([^']+\.tsx?)'/gm

/**
 * Every file of ours that a first visit needs. Left to itself, the bundler cuts them into a chunk for each set of screens
 * that shares them, and small chunks compress badly.
 */
export function firstVisitFiles(root: string): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = [...beginnings]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const path = resolve(root, file)
    if (found.has(path) || !existsSync(path)) continue
    found.add(path)
    for (const [, imported = ''] of readFileSync(path, 'utf8').matchAll(follows)) waiting.push(imported)
  }
  return found
}
