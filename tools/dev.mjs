// `npm run dev`: the server and both browser apps, each starting again by itself when its files change.
import { spawn } from 'node:child_process'
import { install, modernNode, requireNode, root, runMain } from './prepare.mjs'

await runMain(async () => {
  requireNode()
  await install()
  const watching = spawn(modernNode(), ['tools/serve-dev.ts'], { cwd: root, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => watching.kill(signal))
  return await new Promise((resolve, reject) => {
    watching.on('error', reject)
    watching.on('exit', (code) => resolve(code ?? 1))
  })
})
