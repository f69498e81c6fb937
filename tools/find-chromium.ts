// Finds or installs a Chromium for the browser tests and returns its path as environment variables.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ChromiumEnvironment, unpackChromium } from '#tools/unpack-chromium.ts'

/** Debian's Chromium without a window. It opens a page twice as fast as the full browser. */
const headlessShell = '/usr/bin/chromium-headless-shell'

const fullBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Fonts for the browser tests: Roboto, as on Android, and Noto CJK for Chinese. The layout depends on their widths. */
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
  const installed = fullBrowsers.find((place) => existsSync(place))
  if (installed !== undefined) return { CHROME_PATH: installed }
  throw new Error(
    'No Chromium was found: install one, or set CHROME_PATH to its executable, and run the tests again.',
  )
}

function runs(environment: ChromiumEnvironment): boolean {
  const command = environment['CHROME_PATH'] ?? ''
  return spawnSync(command, ['--version'], { env: { ...process.env, ...environment } }).status === 0
}

/** The npm package contains Chromium for x64 only. On other architectures, Debian's is installed as root. */
function installFromDebian(): boolean {
  return install(['chromium-headless-shell']) && existsSync(headlessShell)
}

/** Installs the fonts as root. If that fails, the tests use the fonts of the system. */
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
