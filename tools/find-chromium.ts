// Finds a Chromium for the browser tests on a machine that may have none, and says in the environment where it is.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type ChromiumEnvironment, unpackChromium } from '#tools/unpack-chromium.ts'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export async function findChromium(): Promise<ChromiumEnvironment> {
  const named = process.env['CHROME_PATH']
  if (named !== undefined && named !== '') return { CHROME_PATH: named }
  const installed = places.find((place) => existsSync(place))
  if (installed !== undefined) return { CHROME_PATH: installed }
  const unpacked = await unpackChromium()
  if (unpacked !== undefined && runs(unpacked)) return unpacked
  if (installFromDebian()) return { CHROME_PATH: '/usr/bin/chromium' }
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
  console.log('… installing Debian’s chromium for the browser tests')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    execFileSync('apt-get', ['update', '-q'], { env, stdio: 'ignore' })
    const args = ['install', '-y', '-q', '--no-install-recommends', 'chromium']
    execFileSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  } catch {
    return false
  }
  return existsSync('/usr/bin/chromium')
}
