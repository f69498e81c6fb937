// Runs before anything is installed, on any Node from 20.19: plain JavaScript, nothing but what Node itself has.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { showProgress } from './progress.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Something the person at the keyboard must put right; its message is one sentence that says what. */
export class Stuck extends Error {}

/** Runs a launcher's main function and turns what it throws into one sentence and a failing exit code. */
export async function runMain(main) {
  try {
    process.exitCode = await main()
  } catch (fault) {
    process.stderr.write(`${fault instanceof Stuck ? fault.message : fault.stack}\n`)
    process.exitCode = 1
  }
}

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new Stuck(
    `Openlot needs Node 20.19 or newer to begin, and this is ${process.versions.node}: please update Node.`,
  )
}

/** Installs what the lockfile names, only when the lockfile or the machine is another than last time. */
export async function install() {
  const marker = join(root, 'node_modules', '.installed-from')
  const wanted = `${hashOf(['package-lock.json'])} ${process.platform}-${process.arch}`
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return
  const { command, args } = npmCommand()
  // Every tool is needed to build, whatever NODE_ENV says; no package may run a script of its own. Not `ci`: that
  // refuses a lockfile that names the native parts of some platforms only, and `--no-save` keeps it as it is.
  const options = [
    'install',
    '--no-save',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ]
  const { code, output } = await runShown('installing packages', command, [
    ...args,
    ...options,
    ...cacheOption(),
  ])
  if (code !== 0) throw new Stuck(installAdvice(output))
  writeFileSync(marker, wanted)
}

/** The npm that started us, run by the Node that runs it: the one in node_modules is about to be replaced. */
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  if (npm?.endsWith('.js')) return { command: node ?? process.execPath, args: [npm] }
  return { command: 'npm', args: [] }
}

/** npm keeps its cache under the home directory; a service user may have none. */
function cacheOption() {
  try {
    accessSync(homedir(), constants.W_OK)
    return []
  } catch {
    return ['--cache', join(tmpdir(), `openlot-npm-${process.getuid?.() ?? 'user'}`)]
  }
}

function installAdvice(output) {
  if (/ENOSPC|no space left/i.test(output)) return 'The disk is full: free about 1 GB and start again.'
  if (/EACCES|EPERM|EROFS/.test(output))
    return `${root} is not writable for this user: make it so and start again.`
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ECONNRESET/.test(output)) {
    return 'The npm registry cannot be reached: check the network or the proxy settings and start again.'
  }
  return `${output.trim().split('\n').slice(-20).join('\n')}\nnpm could not install the packages: mend what it says above and start again.`
}

/** The Node that runs everything else: the one installed beside the packages, or this one if it is new enough. */
export function modernNode() {
  const bundled = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(bundled) && canRun(bundled)) return bundled
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Stuck(
    `On ${process.platform} ${process.arch} Openlot needs Node 24 or newer: please install it and start again.`,
  )
}

function canRun(file) {
  try {
    execFileSync(file, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const buildTools = ['build', 'compiled-messages', 'compress-files', 'vite-config'].map(
  (name) => `tools/${name}.ts`,
)

/** Builds the web app and the desk, only when something they are made of has changed. */
export async function build(node) {
  const parts = ['package-lock.json', 'core', 'contract', 'i18n', 'ui', 'web', 'desk', ...buildTools]
  const wanted = hashOf(parts).slice(0, 16)
  const current = join(root, 'dist', 'current')
  const isThere = existsSync(join(root, 'dist', wanted, 'web', 'index.html'))
  if (isThere && existsSync(current) && readFileSync(current, 'utf8') === wanted) return
  const { code, output } = await runShown('building the app and the desk', node, ['tools/build.ts', wanted])
  if (code !== 0) throw new Stuck(buildAdvice(output))
}

function buildAdvice(output) {
  if (/ENOSPC|no space left/i.test(output)) return 'The disk is full: free about 1 GB and start again.'
  return `${output.trim()}\nThe build failed: mend what it says above and start again.`
}

function hashOf(names) {
  const hash = createHash('sha256')
  for (const file of names.flatMap((name) => filesUnder(name))) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

function filesUnder(name) {
  const entries = existsSync(join(root, name)) ? statEntries(name) : []
  return entries.sort()
}

function statEntries(name) {
  try {
    return readdirSync(join(root, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
  } catch (fault) {
    if (fault.code === 'ENOTDIR') return [name]
    throw fault
  }
}

let step

/** Ends the step that is under way, for when nobody waits for it any more. */
export function abandonStep() {
  // npm may shrug off a gentler signal; what it leaves half-done is done again next time.
  step?.kill('SIGKILL')
}

/** Runs a command with its output kept for when it fails, and shows meanwhile that something is going on. */
async function runShown(what, command, args) {
  const progress = showProgress(what)
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  step = child
  let output = ''
  const keep = (chunk) => {
    output = (output + chunk).slice(-100_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const code = await new Promise((resolve) => {
    child.on('close', resolve)
    child.on('error', (fault) => {
      keep(`${fault.message}\n`)
      resolve(1)
    })
  })
  progress.end(code === 0)
  return { code, output }
}
