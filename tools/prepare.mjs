// Runs before packages are installed, on Node 20.19 or newer. Therefore it is plain JavaScript without dependencies.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { showProgress } from './progress.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** A problem that the administrator must fix. The message is one sentence that says how. */
export class SetupFailure extends Error {}

/** Runs the main function of a launcher. Prints errors and sets the exit code. */
export async function runMain(main) {
  try {
    process.exitCode = await main()
  } catch (fault) {
    process.stderr.write(`${fault instanceof SetupFailure ? fault.message : fault.stack}\n`)
    process.exitCode = 1
  }
}

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new SetupFailure(
    `Openlot needs Node 20.19 or newer, but this is ${process.versions.node}: update Node and start again.`,
  )
}

/** Installs the packages of the lockfile if the lockfile or the platform has changed since the last time. */
export async function install() {
  const marker = join(root, 'node_modules', '.installed-from')
  const platform = { platform: process.platform, arch: process.arch, hasGlibc: hasGlibc() }
  const wanted = `${hashOf(['package.json', 'package-lock.json'])} ${JSON.stringify(platform)}`
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return
  const { command, args } = npmCommand()
  const isLocked = isInLockfile(platform)
  if (!isLocked) process.stderr.write(`${unlockedNotice(platform)}\n`)
  // The build needs dev dependencies whatever NODE_ENV is; install scripts are not run. `npm ci` would refuse a
  // lockfile with native packages of some platforms only; `--no-save` leaves the lockfile unchanged.
  const options = [
    'install',
    '--no-save',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    ...(isLocked ? [] : ['--package-lock=false']),
  ]
  const { code, output } = await runShown('installing packages', command, [
    ...args,
    ...options,
    ...cacheOption(),
  ])
  if (code !== 0) throw new SetupFailure(installAdvice(output))
  writeFileSync(marker, wanted)
}

/** Whether the lockfile names the native packages of a platform: those of Linux with glibc on x64 and arm64. */
export function isInLockfile({ platform, arch, hasGlibc }) {
  return platform === 'linux' && hasGlibc && (arch === 'x64' || arch === 'arm64')
}

function unlockedNotice({ platform, arch }) {
  return `The lockfile has no native packages for ${platform} ${arch}: npm resolves the versions in package.json without it.`
}

/** False for musl, as in Alpine Linux, and on other systems. */
function hasGlibc() {
  return process.report.getReport().header.glibcVersionRuntime !== undefined
}

/** The npm that started this script, with its own Node: the Node in node_modules is about to be replaced. */
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  if (npm?.endsWith('.js')) return { command: node ?? process.execPath, args: [npm] }
  return { command: 'npm', args: [] }
}

/** npm stores its cache in the home directory, which a service user may not have. */
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
    return `${root} is not writable for this user: change its permissions and start again.`
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ECONNRESET/.test(output)) {
    return 'The npm registry cannot be reached: check the network or the proxy settings and start again.'
  }
  return `${output.trim().split('\n').slice(-20).join('\n')}\nnpm could not install the packages: fix the error above and start again.`
}

/** The Node that runs the build, the server and the tests: the one in node_modules, or this one if it is new enough. */
export function modernNode() {
  const bundled = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(bundled) && canRun(bundled)) return bundled
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new SetupFailure(
    `On ${process.platform} ${process.arch} Openlot needs Node 24 or newer: install it and start again.`,
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

const buildTools = [
  'build',
  'chunk-loading',
  'compiled-messages',
  'compress-files',
  'first-visit',
  'vite-config',
].map((name) => `tools/${name}.ts`)

/** Builds the web app and the operator console if their sources have changed since the last build. */
export async function build(node) {
  const parts = [
    'package-lock.json',
    'core',
    'contract',
    'i18n',
    'ui',
    'browser',
    'web',
    'desk',
    ...buildTools,
  ]
  const wanted = hashOf(parts).slice(0, 16)
  const current = join(root, 'dist', 'current')
  const isBuilt = existsSync(join(root, 'dist', wanted, 'web', 'index.html'))
  if (isBuilt && existsSync(current) && readFileSync(current, 'utf8') === wanted) return
  const { code, output } = await runShown('building the web app and the operator console', node, [
    'tools/build.ts',
    wanted,
  ])
  if (code !== 0) throw new SetupFailure(buildAdvice(output))
}

function buildAdvice(output) {
  if (/ENOSPC|no space left/i.test(output)) return 'The disk is full: free about 1 GB and start again.'
  return `${output.trim()}\nThe build failed: fix the error above and start again.`
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

/** Kills the running step, because npm has ended and its result is no longer needed. */
export function abandonStep() {
  // npm may ignore other signals. The next start repeats an incomplete step.
  step?.kill('SIGKILL')
}

/** Runs a command and shows its progress. Returns its output for use in an error message. */
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
