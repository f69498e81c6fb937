// Builds the web app and the desk into a directory of their own. `dist/current` names the newest: a server that runs
// keeps serving the one it started with, whatever is built meanwhile.
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { compressFiles } from '#tools/compress-files.ts'
import { viteConfig } from '#tools/vite-config.ts'

/** The newest, and those that a running server or an open page may still need. */
const buildsKept = 3

const [, , name = ''] = process.argv
if (!/^[0-9a-f]{16}$/.test(name))
  throw new Error('say what to call the build: 16 hex digits of what it is made from')
const fresh = join('dist', `${name}.${process.pid}`)

for (const app of ['web', 'desk'] as const) await build(viteConfig(app, join(fresh, app)))
await compressFiles(fresh)
putInPlace(fresh, join('dist', name))
writeFileSync(join('dist', 'current.new'), name)
renameSync(join('dist', 'current.new'), join('dist', 'current'))
for (const old of buildsByAge().slice(buildsKept)) rmSync(old, { recursive: true })

/** The name says what a build is made from, so one that is there already is the same, and may be in use. */
function putInPlace(from: string, to: string): void {
  if (existsSync(to)) rmSync(from, { recursive: true })
  else renameSync(from, to)
}

/** Newest first. One that was broken off keeps its process number in its name and goes the same way. */
function buildsByAge(): readonly string[] {
  const builds = readdirSync('dist', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const paths = builds.map((entry) => join('dist', entry.name)).filter((path) => path !== join('dist', name))
  return [
    join('dist', name),
    ...paths.sort((left, right) => statSync(right).mtimeMs - statSync(left).mtimeMs),
  ]
}
