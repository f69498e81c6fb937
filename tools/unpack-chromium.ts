import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

/** Environment of the browser tests: CHROME_PATH, and the paths of the libraries and fonts of a packaged Chromium. */
export type ChromiumEnvironment = Readonly<Record<string, string>>

const packed = join('node_modules', '@sparticuz', 'chromium', 'bin')
/** Chromium looks for its graphics library beside the executable, and for all others in LD_LIBRARY_PATH. */
const archives = [
  ['al2023.tar.br', 'al2023'],
  ['fonts.tar.br', 'fonts'],
  ['swiftshader.tar.br', '.'],
] as const
const unpacked = join(process.cwd(), 'node_modules', '.cache', 'chromium')

/**
 * Unpacks the Chromium of an npm package once, under node_modules, with libraries and fonts that a minimal system
 * lacks. Undefined on platforms that the package does not support.
 */
export async function unpackChromium(): Promise<ChromiumEnvironment | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(packed)) return undefined
  if (!existsSync(unpacked)) await unpack()
  return {
    CHROME_PATH: join(unpacked, 'chromium'),
    LD_LIBRARY_PATH: [join(unpacked, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH'] ?? ''].join(':'),
    FONTCONFIG_PATH: existsSync('/etc/fonts') ? '/etc/fonts' : join(unpacked, 'fonts'),
  }
}

/** Unpacks to a temporary directory and renames it, so that an interruption leaves no incomplete Chromium. */
async function unpack(): Promise<void> {
  const dir = `${unpacked}.${process.pid}`
  mkdirSync(dir, { recursive: true })
  await writeFile(join(dir, 'chromium'), await decompress('chromium.br'), { mode: 0o755 })
  for (const [archive, place] of archives) {
    const tar = join(dir, 'archive.tar')
    await writeFile(tar, await decompress(archive))
    mkdirSync(join(dir, place), { recursive: true })
    execFileSync('tar', ['-xf', tar, '-C', join(dir, place)])
    rmSync(tar)
  }
  try {
    renameSync(dir, unpacked)
  } catch (fault) {
    // Another process has unpacked it meanwhile.
    if (!existsSync(unpacked)) throw fault
    rmSync(dir, { recursive: true })
  }
}

async function decompress(file: string): Promise<Buffer> {
  return await promisify(brotliDecompress)(await readFile(join(packed, file)))
}
