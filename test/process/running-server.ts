// The real server in a process of its own, for tests that start, stop and kill it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type RunningServer = {
  readonly child: ChildProcess
  readonly output: () => string
  /** Resolves with what was printed so far once it holds the text; rejects when the process ends before. */
  readonly says: (text: string) => Promise<string>
  readonly address: () => string
  /** The exit code, or the signal it died of. */
  readonly ended: Promise<number | string>
}

export type Environment = Readonly<Record<string, string>>

export function makeDataDir(): { readonly dir: string; readonly remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'openlot-data-'))
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) }
}

/** Of the settings of whoever runs the tests it gets only those that it cannot do without, and what makes it start sooner. */
const inherited = ['PATH', 'HOME', 'NODE_COMPILE_CACHE']

/** Port 0, so that tests never meet; a pipe for its channel, as its launcher would give it. */
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
  if (stdout === null || stderr === null) throw new Error('the pipes were asked for')
  let printed = ''
  const listeners = new Set<() => void>()
  for (const stream of [stdout, stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk
      for (const listener of [...listeners]) listener()
    })
  }
  // Not the child's own `close`: that never comes once the channel was closed from this side.
  const ended = Promise.all([once(child, 'exit'), once(stdout, 'close'), once(stderr, 'close')]).then(
    ([[code, signal]]) => (code ?? signal) as number | string,
  )

  function says(text: string): Promise<string> {
    const said = new Promise<string>((resolve) => {
      const look = () => {
        if (!printed.includes(text)) return
        listeners.delete(look)
        resolve(printed)
      }
      listeners.add(look)
      look()
    })
    const over = ended.then((how) => {
      if (printed.includes(text)) return printed
      throw new Error(`ended with ${how} before it said "${text}":\n${printed}`)
    })
    return Promise.race([said, over])
  }

  const address = () => /http:\/\/[^\s/]+/.exec(printed)?.[0] ?? ''
  return { child, output: () => printed, says, address, ended }
}
