// The real server in a child process, for tests that start, stop and kill it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type RunningServer = {
  readonly child: ChildProcess
  readonly output: () => string
  /** Resolves with the output once it contains the text; rejects if the process ends first. */
  readonly waitForOutput: (text: string) => Promise<string>
  readonly address: () => string
  /** The exit code, or the signal that killed it. */
  readonly ended: Promise<number | string>
}

export type Environment = Readonly<Record<string, string>>

export function makeDataDir(): { readonly dir: string; readonly remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'openlot-data-'))
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) }
}

/** Variables that the server inherits: the required ones, the compile cache, which speeds up the start, and the build. */
const inherited = ['PATH', 'HOME', 'NODE_COMPILE_CACHE', 'BUILD_DIR']

/** Uses port 0, so that tests do not collide, and an IPC channel like the launcher's. */
export function startServer(
  environment: Environment,
  command = [process.execPath, 'server/main.ts'],
): RunningServer {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...Object.fromEntries(inherited.map((name) => [name, process.env[name]])),
      PORT: '0',
      ...environment,
    },
  })
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('the child has no output pipes')
  let printed = ''
  const listeners = new Set<() => void>()
  for (const stream of [stdout, stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk
      for (const listener of [...listeners]) listener()
    })
  }
  // The `close` event of the child never fires once this process has closed the IPC channel.
  const ended = Promise.all([once(child, 'exit'), once(stdout, 'close'), once(stderr, 'close')]).then(
    ([[code, signal]]) => (code ?? signal) as number | string,
  )

  function waitForOutput(text: string): Promise<string> {
    const printedText = new Promise<string>((resolve) => {
      const check = () => {
        if (!printed.includes(text)) return
        listeners.delete(check)
        resolve(printed)
      }
      listeners.add(check)
      check()
    })
    const endedFirst = ended.then((how) => {
      if (printed.includes(text)) return printed
      throw new Error(`ended with ${how} before it printed "${text}":\n${printed}`)
    })
    return Promise.race([printedText, endedFirst])
  }

  const address = () => /http:\/\/[^\s/]+/.exec(printed)?.[0] ?? ''
  return { child, output: () => printed, waitForOutput, address, ended }
}
