// Runs the real thing, which needs Node 24, and stays beside it until it has ended.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { watchNpm } from './npm-watch.mjs'
import { abandonStep, root } from './prepare.mjs'

/** What was compiled once need not be compiled at the next start. Where it cannot be kept, it is compiled again. */
const compiled = join(root, 'node_modules', '.cache', 'compiled')

let child

/** From the very beginning: npm may be killed while packages are still being installed. */
const watch = watchNpm(() => {
  if (child !== undefined) return child.kill('SIGTERM')
  abandonStep()
  process.exit(1)
})

/** The channel to the child is also how it notices that we are gone, however we went. Resolves with its exit code. */
export function launch(node, args) {
  child = spawn(node, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: compiled, ...process.env },
  })
  // Ctrl-C reaches the child by itself; a signal to us alone is passed on. Either way it is the child that ends first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => {
      watch.end()
      resolve(code ?? 1)
    })
  })
}
