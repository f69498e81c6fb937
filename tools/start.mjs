// `npm start`: installs and builds if needed, then starts the server.
import { launch } from './launch.mjs'
import { build, install, modernNode, requireNode, runMain } from './prepare.mjs'

await runMain(async () => {
  requireNode()
  await install()
  const node = modernNode()
  await build(node)
  return await launch(node, ['server/main.ts'])
})
