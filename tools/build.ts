// Builds the web app and the desk into a directory of their own. `dist/current` names the newest: a server that runs
// keeps serving the one it started with, whatever is built meanwhile.
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { compressFiles } from '#tools/compress-files.ts'
import { viteConfig } from '#tools/vite-config.ts'

/** The newest, and those that a running server or an open page may still need. */
const buildsKept = 3

const name = process.argv[2] ?? 'latest'
const fresh = join('dist', `${name}.${process.pid}`)

for (const app of ['web', 'desk'] as const) await build(viteConfig(app, join(fresh, app)))
await compressFiles(fresh)
putInPlace(fresh, join('dist', name))
writeFileSync(join('dist', 'current.new'), name)
renameSync(join('dist', 'current.new'), join('dist', 'current'))
for (const old of buildsByAge().slice(buildsKept)) rmSync(old, { recursive: true })

function putInPlace(from: string, to: string): void {
  if (existsSync(to)) rmSync(to, { recursive: true })
  renameSync(from, to)
}

function buildsByAge(): readonly string[] {
  const builds = readdirSync('dist', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const paths = builds.map((entry) => join('dist', entry.name))
  return paths.sort((left, right) => statSync(right).mtimeMs - statSync(left).mtimeMs)
}
