// Finds a Chromium for the browser tests on a machine that may have none, and says in the environment where it is.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
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

/** What the tests draw with: a phone's letters, and those of Chinese. A page is as wide as its font makes it. */
const fonts = [
  { place: '/usr/share/fonts/truetype/roboto', name: 'fonts-roboto-unhinted' },
  { place: '/usr/share/fonts/opentype/noto', name: 'fonts-noto-cjk' },
]
const fontRules = resolve('test', 'browser', 'fonts.conf')

export async function findChromium(): Promise<ChromiumEnvironment> {
  const browser = await findBrowser()
  return process.platform === 'linux' ? { ...browser, FONTCONFIG_FILE: fontRules } : browser
}

async function findBrowser(): Promise<ChromiumEnvironment> {
  const named = process.env['CHROME_PATH']
  if (named !== undefined && named !== '') return { CHROME_PATH: named }
  installFonts()
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
  return install(['chromium-headless-shell']) && existsSync(headlessShell)
}

/** Without them, where we may not install, the tests draw with what there is. */
function installFonts(): void {
  const missing = fonts.filter(({ place }) => !existsSync(place))
  if (missing.length > 0) install(missing.map(({ name }) => name))
}

function install(packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`… installing Debian’s ${packages.join(', ')} for the browser tests`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const timeout = 180_000
  try {
    execFileSync('apt-get', ['update', '-q'], { env, timeout, stdio: 'ignore' })
    const args = ['install', '-y', '-q', '--no-install-recommends', ...packages]
    execFileSync('apt-get', args, { env, timeout, stdio: ['ignore', 'ignore', 'inherit'] })
  } catch {
    return false
  }
  return true
}
