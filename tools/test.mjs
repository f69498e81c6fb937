// `npm test`: from a bare checkout to a verdict. Installs what is missing, then hands over to the runner.
import { spawn } from 'node:child_process'
import { build, install, modernNode, requireNode, root, runMain } from './prepare.mjs'

await runMain(async () => {
  requireNode()
  await install()
  const node = modernNode()
  const parts = process.argv.slice(2)
  if (parts.length === 0 || parts.includes('browser')) await build(node)
  const runner = spawn(node, ['tools/run-tests.ts', ...parts], { cwd: root, stdio: 'inherit' })
  return await new Promise((resolve, reject) => {
    runner.on('error', reject)
    runner.on('exit', (code) => resolve(code ?? 1))
  })
})
