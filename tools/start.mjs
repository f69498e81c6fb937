// `npm start`: from a bare checkout to a running server, doing only what has not been done before.
import { spawn } from 'node:child_process'
import { watchNpm } from './npm-watch.mjs'
import { build, install, modernNode, requireNode, root, runMain } from './prepare.mjs'

await runMain(async () => {
  requireNode()
  await install()
  const node = modernNode()
  await build(node)
  return await runServer(node)
})

/** The channel to the server is also how it notices that we are gone, however we went. */
function runServer(node) {
  const server = spawn(node, ['server/main.ts'], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  // Ctrl-C reaches the server by itself; a signal to us alone is passed on. Either way it is the server that ends first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
  const watch = watchNpm(() => server.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.on('exit', (code) => {
      watch.end()
      resolve(code ?? 1)
    })
  })
}
