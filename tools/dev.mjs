// `npm run dev`: the server and both browser apps, each starting again by itself when its files change.
import { launch } from './launch.mjs'
import { install, modernNode, requireNode, runMain } from './prepare.mjs'

await runMain(async () => {
  requireNode()
  await install()
  return await launch(modernNode(), ['tools/serve-dev.ts'])
})
