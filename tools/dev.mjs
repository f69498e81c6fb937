// `npm run dev`: runs the server and both browser apps, and restarts each when its files change.
import { launch } from './launch.mjs'
import { install, modernNode, requireNode, runMain } from './prepare.mjs'

await runMain(async () => {
  requireNode()
  await install()
  return await launch(modernNode(), ['tools/serve-dev.ts'])
})
