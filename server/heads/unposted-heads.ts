// Heads that show a difference, and those that evidence packs end in, are posted even if the receiver was down when they
// were recorded, and even after a crash. Two files beside the heads remember what is left to post.
import { open } from 'node:fs/promises'
import { lineOfHead, maxLineBytes, parseHeadLine, type SignedHead } from '#server/heads/head.ts'
import { ignoreMissing, readHeadLines, replaceFile } from '#server/heads/heads-file.ts'
import { maxProtectedLines } from '#server/heads/thin-heads.ts'

export type UnpostedHeads = {
  /**
   * Lines that evidence packs end in and that were not accepted yet, then the lines of the heads that differ and were
   * recorded after the last accepted one, each with the head before it. Heads signed with another key are left out: a
   * receiver refuses them.
   */
  readonly read: () => Promise<readonly UnpostedLine[]>
  /** Remembers lines that evidence packs end in. They are on disk afterwards. */
  readonly keep: (lines: readonly string[]) => Promise<void>
  /** Remembers that a line was accepted that shows a difference or that is kept. It is on disk afterwards. */
  readonly accepted: (line: UnpostedLine) => Promise<void>
}

export type UnpostedLine = {
  readonly line: string
  readonly differs: boolean
  /** An evidence pack ends in it. */
  readonly isKept?: boolean
}

/** Of the kept heads, and of the others. As many as the file of heads protects. */
export const maxUnposted = maxProtectedLines

export function createUnpostedHeads(headsPath: string, isOwn: (head: SignedHead) => boolean): UnpostedHeads {
  /** The last accepted head that differs. */
  const acceptedPath = `${headsPath}.posted`
  /** Older heads can be kept after newer ones were posted, so each of them is remembered by itself. */
  const keptPath = `${headsPath}.kept`

  let turn: Promise<unknown> = Promise.resolve()

  /** The list of kept heads is changed by one at a time. */
  function changeKept(change: (heads: readonly SignedHead[]) => readonly SignedHead[]): Promise<void> {
    const done = turn.then(async () => await writeKept(change(await readKept())))
    turn = done.catch(() => undefined)
    return done
  }
  async function readKept(): Promise<readonly SignedHead[]> {
    const heads: SignedHead[] = []
    for await (const text of readHeadLines(keptPath)) {
      const head = parseHeadLine(text)
      if (head !== undefined) heads.push(head)
    }
    return heads
  }
  /** The oldest are dropped if there are too many. */
  async function writeKept(heads: readonly SignedHead[]): Promise<void> {
    const lines = heads.slice(-maxUnposted).map((head) => `${lineOfHead(head)}\n`)
    await replaceFile(keptPath, lines.join(''))
  }
  return {
    async read() {
      const kept = (await readKept()).filter(isOwn)
      const keptLines = kept.map((head) => ({ line: lineOfHead(head), differs: false, isKept: true }))
      const signatures = new Set(kept.map(({ signature }) => signature))
      const accepted = parseHeadLine((await readShortFile(acceptedPath)) ?? '')?.signature
      return [...keptLines, ...(await readDiffering(headsPath, { isOwn, accepted, signatures }))]
    },
    async keep(lines) {
      const added = lines.flatMap((line) => parseHeadLine(line) ?? [])
      const signatures = new Set(added.map(({ signature }) => signature))
      await changeKept((heads) => [...heads.filter(({ signature }) => !signatures.has(signature)), ...added])
    },
    async accepted({ line, differs, isKept }) {
      if (differs) await replaceFile(acceptedPath, `${line}\n`)
      if (!isKept) return
      const accepted = parseHeadLine(line)?.signature
      await changeKept((heads) => heads.filter(({ signature }) => signature !== accepted))
    },
  }
}

type Differing = {
  readonly isOwn: (head: SignedHead) => boolean
  /** Signature of the last accepted head that differs. A line is marked as kept after it was signed. */
  readonly accepted: string | undefined
  /** Signatures of heads that are posted anyway. */
  readonly signatures: ReadonlySet<string>
}

async function readDiffering(
  headsPath: string,
  { isOwn, accepted, signatures }: Differing,
): Promise<readonly UnpostedLine[]> {
  let unposted: UnpostedLine[] = []
  let before: SignedHead | undefined
  for await (const text of readHeadLines(headsPath)) {
    const head = parseHeadLine(text)
    if (head === undefined) continue
    if (head.signature === accepted) {
      unposted = []
      before = undefined
      continue
    }
    if (head.differs && unposted.length + 2 <= maxUnposted && isOwn(head)) {
      // If it differs itself, it is in the list.
      if (before !== undefined && !before.differs && !signatures.has(before.signature) && isOwn(before))
        unposted.push({ line: lineOfHead(before), differs: false })
      unposted.push({ line: lineOfHead(head), differs: true })
    }
    before = head
  }
  return unposted
}

/** The first line; undefined if there is no such file. */
async function readShortFile(path: string): Promise<string | undefined> {
  const file = await open(path, 'r').catch(ignoreMissing)
  if (file === undefined) return undefined
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxLineBytes), 0, maxLineBytes, 0)
    return buffer.toString('utf8', 0, bytesRead).split('\n')[0]
  } finally {
    await file.close()
  }
}
