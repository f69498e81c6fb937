// `npm start`: from a bare checkout to a running server, doing only what has not been done before.
import { launch } from './launch.mjs'
import { build, install, modernNode, requireNode, runMain } from './prepare.mjs'

await runMain(async () => {
  requireNode()
  await install()
  const node = modernNode()
  await build(node)
  return await launch(node, ['server/main.ts'])
})
