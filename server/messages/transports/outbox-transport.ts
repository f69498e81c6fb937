import { chmod, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { typeOf } from '#server/messages/message.ts'
import type { Carrier, Letter } from '#server/messages/transports/transport.ts'

type Parts = { readonly dataDir: string; readonly mostFiles?: number }

const usualMostFiles = 10_000
const ownName = /^\d{8}T\d{9}Z-\d{6}-[0-9a-f]+\.json$/
const unfinished = /^\d{8}T\d{9}Z-\d{6}-[0-9a-f]+\.new$/

/** Where nothing else carries messages, each becomes a file in `DATA_DIR/outbox`. The newest are kept. */
export function createOutboxCarrier({ dataDir, mostFiles = usualMostFiles }: Parts): Carrier {
  const directory = join(dataDir, 'outbox')
  let kept: Promise<string[]> | undefined
  let written = 0

  /** Oldest first. Looked up once: nobody else writes here. */
  async function keptNames(): Promise<string[]> {
    kept ??= prepare(directory)
    try {
      return await kept
    } catch (fault) {
      kept = undefined
      throw fault
    }
  }

  async function deliver(letter: Letter) {
    const names = await keptNames()
    written += 1
    const name = nameOf(letter, written)
    await writeWhole(directory, name, JSON.stringify(fileOf(letter)))
    names.push(name)
    const surplus = names.splice(0, Math.max(0, names.length - mostFiles))
    for (const old of surplus) await rm(join(directory, old), { force: true })
    return { ok: true } as const
  }
  return { atOnce: 1, deliver, close: () => undefined }
}

/** Makes the directory, for nobody but us, and clears away what a broken-off run left half written. */
async function prepare(directory: string): Promise<string[]> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await chmod(directory, 0o700)
  const names = await readdir(directory)
  for (const name of names.filter((name) => unfinished.test(name))) {
    await rm(join(directory, name), { force: true })
  }
  return names.filter((name) => ownName.test(name)).sort()
}

/** Whoever reads the directory sees the whole file or none. */
async function writeWhole(directory: string, name: string, text: string): Promise<void> {
  const temporary = join(directory, name.replace(/json$/, 'new'))
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(`${text}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, join(directory, name))
}

/** Sorts by time, and within a millisecond by the order of writing. */
function nameOf({ id, createdAtMs }: Letter, number: number): string {
  const time = new Date(createdAtMs).toISOString().replace(/[-:.]/g, '')
  return `${time}-${String(number % 1_000_000).padStart(6, '0')}-${id}.json`
}

/** Other programs read these files, so their keys are fixed. */
function fileOf({ message, subject, text, createdAtMs }: Letter) {
  return {
    channel: message.channel === 'email' ? 'email' : 'sms',
    to: message.to,
    type: typeOf(message.kind),
    lang: message.language,
    code: 'code' in message ? message.code : '',
    subject,
    text,
    created_at: new Date(createdAtMs).toISOString(),
  }
}
