import { chmod, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { messageType } from '#server/messages/message.ts'
import type { RenderedMessage, Transport } from '#server/messages/transports/transport.ts'

type Parts = { readonly dataDir: string; readonly maxFiles?: number }

const defaultMaxFiles = 10_000
const fileNamePattern = /^\d{8}T\d{9}Z-\d{6}-[0-9a-f]+\.json$/
const temporaryNamePattern = /^\d{8}T\d{9}Z-\d{6}-[0-9a-f]+\.new$/

/**
 * Writes each message as a file to `DATA_DIR/outbox` and keeps the newest `maxFiles`. Used for channels without a URL.
 */
export function createOutboxTransport({ dataDir, maxFiles = defaultMaxFiles }: Parts): Transport {
  const directory = join(dataDir, 'outbox')
  let names: Promise<string[]> | undefined
  let written = 0

  /** Names of the message files, oldest first. Listed once, because no other process writes to the outbox. */
  async function fileNames(): Promise<string[]> {
    names ??= prepareDirectory(directory)
    try {
      return await names
    } catch (fault) {
      names = undefined
      throw fault
    }
  }

  async function deliver(rendered: RenderedMessage) {
    const existing = await fileNames()
    written += 1
    const name = fileName(rendered, written)
    await writeAtomically(directory, name, JSON.stringify(fileContent(rendered)))
    existing.push(name)
    const surplus = existing.splice(0, Math.max(0, existing.length - maxFiles))
    for (const old of surplus) await rm(join(directory, old), { force: true })
    return { ok: true } as const
  }
  return { concurrency: 1, deliver, close: () => undefined }
}

/**
 * Creates the directory so that only the server's system user can read it. Removes temporary files of an interrupted
 * run.
 */
async function prepareDirectory(directory: string): Promise<string[]> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await chmod(directory, 0o700)
  const names = await readdir(directory)
  for (const name of names.filter((name) => temporaryNamePattern.test(name))) {
    await rm(join(directory, name), { force: true })
  }
  return names.filter((name) => fileNamePattern.test(name)).sort()
}

/** Writes a temporary file and renames it, so that readers never see a partial file. */
async function writeAtomically(directory: string, name: string, text: string): Promise<void> {
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

/** Names sort by time, and within a millisecond by the order of writing. */
function fileName({ id, createdAtMs }: RenderedMessage, number: number): string {
  const time = new Date(createdAtMs).toISOString().replace(/[-:.]/g, '')
  return `${time}-${String(number % 1_000_000).padStart(6, '0')}-${id}.json`
}

/** The keys are fixed: other programs read these files. */
function fileContent({ message, subject, text, createdAtMs }: RenderedMessage) {
  return {
    channel: message.channel === 'email' ? 'email' : 'sms',
    to: message.to,
    type: messageType(message.kind),
    lang: message.language,
    code: 'code' in message ? message.code : '',
    subject,
    text,
    created_at: new Date(createdAtMs).toISOString(),
  }
}
