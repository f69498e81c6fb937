import { constants, createReadStream, openSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { StartFailure } from '#server/platform/start-failure.ts'

export type ReplayFile = {
  readonly chunks: AsyncIterable<string>
  /** A pipe never ends: another writer may open it later. */
  readonly isPipe: boolean
  readonly close: () => void
}

/** Opens a file or a named pipe. Unpacks it if its name ends in `.gz`. */
export async function openReplayFile(file: string): Promise<ReplayFile> {
  try {
    return await openAny(file)
  } catch (fault) {
    throw unreadableFile(file, fault)
  }
}

export function unreadableFile(file: string, fault: unknown): StartFailure {
  if (fault instanceof StartFailure) return fault
  const why = fault instanceof Error ? fault.message : String(fault)
  return new StartFailure(`FEED names ${file}, which cannot be read: ${why}.`)
}

async function openAny(file: string): Promise<ReplayFile> {
  const stats = await stat(file)
  if (!stats.isFile() && !stats.isFIFO()) {
    throw new StartFailure(`FEED names ${file}, which is neither a file nor a pipe.`)
  }
  const source = stats.isFIFO() ? openPipe(file) : createReadStream(file)
  const text = file.endsWith('.gz') ? gunzipped(source) : source
  text.setEncoding('utf8')
  return {
    chunks: text as AsyncIterable<string>,
    isPipe: stats.isFIFO(),
    close() {
      source.destroy()
      text.destroy()
    },
  }
}

/**
 * Opening a pipe for reading blocks until it has a writer, and cannot be cancelled. Opened for reading and writing it
 * does not block, and it stays open between writers.
 */
function openPipe(file: string): Readable {
  const fd = openSync(file, constants.O_RDWR | constants.O_NONBLOCK)
  return new Socket({ fd, readable: true, writable: false })
}

function gunzipped(source: Readable): Readable {
  // Errors of both streams reach the reader of the returned stream.
  return pipeline(source, createGunzip(), () => undefined)
}

/** Longer than any valid row. Longer lines are truncated, so that they cannot fill the memory. */
export const longestLine = 1024

/** Splits chunks of text into lines. The last line may lack its line break. */
export async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    let from = 0
    for (let to = chunk.indexOf('\n'); to !== -1; to = chunk.indexOf('\n', from)) {
      yield (rest + chunk.slice(from, to)).slice(0, longestLine)
      rest = ''
      from = to + 1
    }
    rest = (rest + chunk.slice(from)).slice(0, longestLine)
  }
  if (rest !== '') yield rest
}
