// Finds a Chromium for the browser tests on a machine that may have none, and says in the environment where it is.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type ChromiumEnvironment, unpackChromium } from '#tools/unpack-chromium.ts'

/** Chromium without a window to draw: a page opens in it twice as fast as in a whole browser. */
const headlessShell = '/usr/bin/chromium-headless-shell'

const wholeBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export async function findChromium(): Promise<ChromiumEnvironment> {
  const named = process.env['CHROME_PATH']
  if (named !== undefined && named !== '') return { CHROME_PATH: named }
  if (existsSync(headlessShell)) return { CHROME_PATH: headlessShell }
  const unpacked = await unpackChromium()
  if (unpacked !== undefined && runs(unpacked)) return unpacked
  if (installFromDebian()) return { CHROME_PATH: headlessShell }
  const installed = wholeBrowsers.find((place) => existsSync(place))
  if (installed !== undefined) return { CHROME_PATH: installed }
  throw new Error(
    'No Chromium was found: install one, or set CHROME_PATH to its executable, and run the tests again.',
  )
}

function runs(environment: ChromiumEnvironment): boolean {
  const command = environment['CHROME_PATH'] ?? ''
  return spawnSync(command, ['--version'], { env: { ...process.env, ...environment } }).status === 0
}

/** The package that ships Chromium is for x64 only; Debian has it for the others, where we may install. */
function installFromDebian(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log('… installing Debian’s chromium-headless-shell for the browser tests')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const timeout = 180_000
  try {
    execFileSync('apt-get', ['update', '-q'], { env, timeout, stdio: 'ignore' })
    const args = ['install', '-y', '-q', '--no-install-recommends', 'chromium-headless-shell']
    execFileSync('apt-get', args, { env, timeout, stdio: ['ignore', 'ignore', 'inherit'] })
  } catch {
    return false
  }
  return existsSync(headlessShell)
}
