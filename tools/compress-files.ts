import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** Text that is worth compressing; pictures are compressed already. */
const worthIt = /\.(js|css|svg|json)$/
const smallestBytes = 1024

/** Writes a `.br` and a `.gz` beside each text file, once at build, so that the server only picks one. */
export async function compressFiles(dir: string): Promise<void> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && worthIt.test(entry.name))
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))))
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < smallestBytes) return
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}
