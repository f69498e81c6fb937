// Builds the web app and the desk beside what is served now, then puts them in its place in one step.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { build } from 'vite'
import { compressFiles } from '#tools/compress-files.ts'
import { viteConfig } from '#tools/vite-config.ts'

const fresh = 'dist.new'
const old = 'dist.old'

for (const app of ['web', 'desk'] as const) {
  await build(viteConfig(app, `${fresh}/${app}`))
}
await compressFiles(fresh)
rmSync(old, { recursive: true, force: true })
if (existsSync('dist')) renameSync('dist', old)
renameSync(fresh, 'dist')
rmSync(old, { recursive: true, force: true })
