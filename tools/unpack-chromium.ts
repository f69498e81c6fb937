import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

/** What the browser tests are run with: CHROME_PATH, and where its libraries are if it brought its own. */
export type ChromiumEnvironment = Readonly<Record<string, string>>

const packed = join('node_modules', '@sparticuz', 'chromium', 'bin')
/** The graphics library is looked for beside the executable, the others where the environment says. */
const archives = [
  ['al2023.tar.br', 'al2023'],
  ['fonts.tar.br', 'fonts'],
  ['swiftshader.tar.br', '.'],
] as const
const unpacked = join(process.cwd(), 'node_modules', '.cache', 'chromium')

/**
 * The Chromium that comes packed in a package, with the libraries and fonts a bare machine may lack. Unpacked once,
 * beside the packages; undefined where it cannot run.
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

/** Into a directory of its own that is renamed when whole, so that a broken-off unpacking is not taken for one. */
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
  renameSync(dir, unpacked)
}

async function decompress(file: string): Promise<Buffer> {
  return await promisify(brotliDecompress)(await readFile(join(packed, file)))
}
