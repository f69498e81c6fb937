import { constants, createReadStream, openSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { StartFailure } from '#server/platform/start-failure.ts'

export type ReplayFile = {
  readonly chunks: AsyncIterable<string>
  /** Whether it is a pipe, into which somebody may write later. */
  readonly isPipe: boolean
  readonly close: () => void
}

/** Opens what is replayed: a file or a pipe, packed by gzip if it is called so. */
export async function openReplayFile(file: string): Promise<ReplayFile> {
  try {
    return await openAny(file)
  } catch (fault) {
    throw unreadableFile(file, fault)
  }
}

/** What the operator is told of a file that cannot be read. */
export function unreadableFile(file: string, fault: unknown): StartFailure {
  if (fault instanceof StartFailure) return fault
  const why = fault instanceof Error ? fault.message : String(fault)
  return new StartFailure(`FEED names ${file}, which cannot be read: ${why}.`)
}

async function openAny(file: string): Promise<ReplayFile> {
  const facts = await stat(file)
  if (!facts.isFile() && !facts.isFIFO()) {
    throw new StartFailure(`FEED names ${file}, which is neither a file nor a pipe.`)
  }
  const source = facts.isFIFO() ? openPipe(file) : createReadStream(file)
  const text = file.endsWith('.gz') ? gunzipped(source) : source
  text.setEncoding('utf8')
  return {
    chunks: text as AsyncIterable<string>,
    isPipe: facts.isFIFO(),
    close() {
      source.destroy()
      text.destroy()
    },
  }
}

/**
 * A pipe without a writer would block whoever opens it to read, beyond being stopped. Opened for both it does not
 * block, and one writer may follow another; whether there will be another nobody can know, so it never ends.
 */
function openPipe(file: string): Readable {
  const fd = openSync(file, constants.O_RDWR | constants.O_NONBLOCK)
  return new Socket({ fd, readable: true, writable: false })
}

function gunzipped(source: Readable): Readable {
  // A fault of either is met by whoever reads, so there is nothing to do for it here.
  return pipeline(source, createGunzip(), () => undefined)
}

/** Longer than any row can be. What is longer is cut there, so that it cannot fill the memory. */
export const longestLine = 1024

/** The lines of a text that comes in pieces, as they become whole; the last need not end. */
export async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let begun = ''
  for await (const piece of chunks) {
    let from = 0
    for (let to = piece.indexOf('\n'); to !== -1; to = piece.indexOf('\n', from)) {
      yield (begun + piece.slice(from, to)).slice(0, longestLine)
      begun = ''
      from = to + 1
    }
    begun = (begun + piece.slice(from)).slice(0, longestLine)
  }
  if (begun !== '') yield begun
}
