// `npm test`: installs and builds if needed, then runs the tests.
import { launch } from './launch.mjs'
import { build, install, modernNode, requireNode, runMain } from './prepare.mjs'

await runMain(async () => {
  requireNode()
  await install()
  const node = modernNode()
  const parts = process.argv.slice(2)
  if (parts.length === 0 || parts.some((part) => part !== 'check' && part !== 'unit')) await build(node)
  return await launch(node, ['tools/run-tests.ts', ...parts])
})
