// The file of recorded heads: one JSON object on each line. A line counts once its line break is on disk.
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Head, lineOfHead, maxLineBytes, parseHeadLine, type SignedHead } from '#server/heads/head.ts'
import { type DatedLine, thinHeads } from '#server/heads/thin-heads.ts'

export type HeadsFile = {
  /** The last head. Undefined if there is none, also if the file was moved away. */
  readonly last: () => Promise<SignedHead | undefined>
  /** Whether a head says that the history differs from the one before. */
  readonly hasDifference: () => Promise<boolean>
  /** The line is on disk afterwards. */
  readonly append: (line: string) => Promise<void>
  /**
   * Marks the lines of these heads of the journal, so that they are never thinned out. Returns those it has changed.
   * `before` is called with them first, so that a crash in between loses none.
   */
  readonly keep: (
    heads: readonly Head['journal'][],
    before: (lines: readonly MarkedLine[]) => Promise<void>,
  ) => Promise<readonly MarkedLine[]>
  /** Thins out old lines. The file is replaced at once, so a reader sees the old or the new one. */
  readonly thin: (nowMs: number) => Promise<void>
}

export type MarkedLine = { readonly before: string; readonly line: string }

const tailBytes = 8 * 1024
/** About ten times the largest file that is written. */
const maxFileBytes = 64 * 1024 * 1024

export function headsPath(dataDir: string): string {
  return join(dataDir, 'heads.jsonl')
}

export function createHeadsFile(path: string): HeadsFile {
  return {
    async last() {
      const tail = await readTail(path)
      const complete = tail.subarray(0, tail.lastIndexOf('\n') + 1).toString('utf8')
      return complete
        .split('\n')
        .map(parseHeadLine)
        .findLast((head) => head !== undefined)
    },
    async hasDifference() {
      for await (const line of readHeadLines(path)) if (parseHeadLine(line)?.differs) return true
      return false
    },
    async append(line) {
      const file = await open(path, 'a+', 0o600)
      try {
        const { size } = await file.stat()
        await cutTornLine(file)
        await file.appendFile(`${line}\n`)
        await file.sync()
        // A new file can be lost until its directory is on disk. An empty one may be left by a crash.
        if (size === 0) await syncDirectory(dirname(path))
      } finally {
        await file.close()
      }
    },
    async keep(heads, before) {
      const lines = await readAll(path)
      const marked = markLines(lines, heads)
      if (marked.size === 0) return []
      await before([...marked.values()])
      await writeLines(lines.map((line, at) => marked.get(at)?.line ?? line))
      return [...marked.values()]
    },
    async thin(nowMs) {
      const lines = (await readAll(path)).map(datedLine)
      const kept = thinHeads(lines, nowMs)
      if (kept.length < lines.length) await writeLines(kept.map(({ text }) => text))
    },
  }
  async function writeLines(lines: readonly string[]): Promise<void> {
    await replaceFile(path, lines.map((line) => `${line}\n`).join(''))
  }
}

async function readAll(path: string): Promise<readonly string[]> {
  const size = await sizeOf(path)
  if (size > maxFileBytes) throw new Error(`${path} is larger than ${maxFileBytes} bytes: move it away`)
  const lines: string[] = []
  for await (const line of readHeadLines(path)) lines.push(line)
  return lines
}

/** The newest line of each head that is not marked yet, by its index. */
function markLines(
  lines: readonly string[],
  heads: readonly Head['journal'][],
): ReadonlyMap<number, MarkedLine> {
  const wanted = new Set(heads.map(({ seq, hash }) => `${seq}:${hash}`))
  const marked = new Map<number, MarkedLine>()
  for (let at = lines.length - 1; at >= 0 && wanted.size > 0; at -= 1) {
    const before = lines[at] ?? ''
    const head = parseHeadLine(before)
    if (head === undefined || !wanted.delete(`${head.journal.seq}:${head.journal.hash}`)) continue
    if (!head.isKept) marked.set(at, { before, line: lineOfHead({ ...head, isKept: true }) })
  }
  return marked
}

function datedLine(text: string): DatedLine {
  const head = parseHeadLine(text)
  const { differs = false, isKept = false } = head ?? {}
  return { text, atMs: head && Date.parse(head.at), differs, isKept }
}

/** A crash can leave the last line incomplete. It is removed, because the next line would continue it. */
async function cutTornLine(file: FileHandle): Promise<void> {
  const { size } = await file.stat()
  const bytes = Buffer.alloc(Math.min(size, tailBytes))
  await file.read(bytes, 0, bytes.length, size - bytes.length)
  if (size === 0 || bytes.at(-1) === lineBreak) return
  const end = bytes.lastIndexOf(lineBreak)
  if (end === -1 && size > tailBytes) await file.appendFile('\n')
  else await file.truncate(size - bytes.length + end + 1)
}

const lineBreak = 0x0a

async function readTail(path: string): Promise<Buffer> {
  const file = await open(path, 'r').catch(ignoreMissing)
  if (file === undefined) return Buffer.alloc(0)
  try {
    const { size } = await file.stat()
    const bytes = Buffer.alloc(Math.min(size, tailBytes))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, size - bytes.length)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(ignoreMissing))?.size ?? 0
}

/** A reader sees the old or the new content. It is on disk afterwards. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const partial = `${path}.new`
  await rm(partial, { force: true })
  const file = await open(partial, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(partial, path)
  await syncDirectory(dirname(path))
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  await directory.sync().finally(() => directory.close())
}

/** The complete lines of a file, without their line breaks; none if it does not exist. A line that is too long is cut. */
export async function* readHeadLines(path: string): AsyncGenerator<string> {
  if ((await stat(path).catch(ignoreMissing)) === undefined) return
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path)) {
    rest = Buffer.concat([rest, chunk])
    let start = 0
    for (let end = rest.indexOf(lineBreak); end !== -1; end = rest.indexOf(lineBreak, start)) {
      yield rest.toString('utf8', start, Math.min(end, start + maxLineBytes + 1))
      start = end + 1
    }
    rest = rest.subarray(start)
    // One byte more than a line may have shows that it is too long.
    if (rest.length > maxLineBytes) rest = rest.subarray(0, maxLineBytes + 1)
  }
}

export function ignoreMissing(caught: unknown): undefined {
  if (caught instanceof Error && 'code' in caught && caught.code === 'ENOENT') return undefined
  throw caught
}
