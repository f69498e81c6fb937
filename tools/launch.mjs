// Runs a program under Node 24 as a child process and waits until it ends.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { watchNpm } from './npm-watch.mjs'
import { abandonStep, root } from './prepare.mjs'

/** Directory of V8's compile cache, which makes starts faster. Without write access nothing is cached. */
const compileCache = join(root, 'node_modules', '.cache', 'compiled')

let child

/** Started before everything else, because npm may be killed while packages are being installed. */
const watch = watchNpm(() => {
  if (child !== undefined) return child.kill('SIGTERM')
  abandonStep()
  process.exit(1)
})

/** Resolves with the exit code. The IPC channel closes when this process ends, which tells the child to stop. */
export function launch(node, args) {
  child = spawn(node, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
  })
  // Ctrl-C also reaches the child directly; other signals are forwarded. In both cases the child ends first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => {
      watch.end()
      resolve(code ?? 1)
    })
  })
}
