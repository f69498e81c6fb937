// Builds the web app and the operator console into a new directory named in `dist/current`. A running server keeps
// serving the build it started with.
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { compressFiles } from '#tools/compress-files.ts'
import { buildServiceWorker } from '#tools/service-worker.ts'
import { viteConfig } from '#tools/vite-config.ts'

/** Number of builds to keep: the newest, and older ones that a running server or an open page may still need. */
const buildsKept = 3

const [, , name = ''] = process.argv
if (!/^[0-9a-f]{16}$/.test(name))
  throw new Error('pass the name of the build: 16 hexadecimal digits of the hash of its sources')
const staging = join('dist', `${name}.${process.pid}`)

for (const app of ['web', 'desk'] as const) await build(viteConfig(app, join(staging, app)))
await buildServiceWorker(join(staging, 'web'))
await compressFiles(staging)
moveIntoPlace(staging, join('dist', name))
writeFileSync(join('dist', 'current.new'), name)
renameSync(join('dist', 'current.new'), join('dist', 'current'))
for (const old of buildsByAge().slice(buildsKept)) rmSync(old, { recursive: true })

/** Keeps an existing build of this name. It is identical, because the name is a hash of the sources. */
function moveIntoPlace(from: string, to: string): void {
  if (existsSync(to)) rmSync(from, { recursive: true })
  else renameSync(from, to)
}

/** All builds, newest first. Includes incomplete builds, which have a process id in their name. */
function buildsByAge(): readonly string[] {
  const builds = readdirSync('dist', { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && /^[0-9a-f]{16}/.test(entry.name),
  )
  const paths = builds.map((entry) => join('dist', entry.name)).filter((path) => path !== join('dist', name))
  return [
    join('dist', name),
    ...paths.sort((left, right) => statSync(right).mtimeMs - statSync(left).mtimeMs),
  ]
}
