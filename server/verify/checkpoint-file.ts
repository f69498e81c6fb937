// Writes and reads the file of a checkpoint. Its last line is the SHA-256 of all lines before.
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { type Checkpoint, createCheckpointReader, linesOfCheckpoint } from '#server/verify/checkpoint.ts'

/** The file is not a checkpoint, or was changed. */
export class CheckpointUnreadable extends Error {}

const chunkChars = 256 * 1024
/** Far above the length of an order with its receipts. */
const maxLineBytes = 64 * 1024

/** Replaces the file only once the new one is complete. Returns its hash. */
export async function writeCheckpoint(path: string, checkpoint: Checkpoint): Promise<string> {
  const partial = `${path}.partial`
  const file = await open(partial, 'w', 0o600)
  try {
    const hash = await writeLines(file, linesOfCheckpoint(checkpoint))
    await file.sync()
    await rename(partial, path)
    return hash
  } finally {
    await file.close()
    // Exists only if the checkpoint was not completed.
    await rm(partial, { force: true })
  }
}

async function writeLines(file: FileHandle, lines: Iterable<string>): Promise<string> {
  const hash = createHash('sha256')
  let text = ''
  const flush = async () => {
    hash.update(text)
    await file.writeFile(text)
    text = ''
  }
  for (const line of lines) {
    text += `${line}\n`
    if (text.length > chunkChars) await flush()
  }
  await flush()
  const digest = hash.digest('hex')
  await file.writeFile(`${digest}\n`)
  return digest
}

type ReadCheckpoint = { readonly checkpoint: Checkpoint; readonly hash: string }

/** Throws `CheckpointUnreadable` if the file is not a checkpoint or its hash is not that of its content. */
export async function readCheckpoint(path: string): Promise<ReadCheckpoint> {
  const reader = createCheckpointReader()
  const hash = createHash('sha256')
  let stored: string | undefined
  for await (const line of linesOfFile(path)) {
    if (stored !== undefined) throw new CheckpointUnreadable('lines follow its hash')
    if (reader.isComplete()) stored = line
    else addLine(reader, hash, line)
  }
  const digest = hash.digest('hex')
  if (stored === undefined) throw new CheckpointUnreadable('it is incomplete')
  if (stored !== digest) throw new CheckpointUnreadable('it was changed: its hash is not that of its content')
  return { checkpoint: reader.finish(), hash: digest }
}

function addLine(reader: ReturnType<typeof createCheckpointReader>, hash: Hash, line: string): void {
  hash.update(`${line}\n`)
  try {
    reader.add(line)
  } catch (fault) {
    throw new CheckpointUnreadable('a line is invalid', { cause: fault })
  }
}

async function* linesOfFile(path: string): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path)) {
    rest = Buffer.concat([rest, chunk])
    let start = 0
    for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n', start)) {
      yield rest.toString('utf8', start, end)
      start = end + 1
    }
    rest = rest.subarray(start)
    if (rest.length > maxLineBytes) throw new CheckpointUnreadable('a line is too long')
  }
  if (rest.length > 0) throw new CheckpointUnreadable('its last line is incomplete')
}
