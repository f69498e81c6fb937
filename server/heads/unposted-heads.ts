// Heads that show a difference, and those that evidence packs end in, are posted even if the receiver was down when they were recorded. The file beside the
// heads has the last of them that was accepted, so that a later run knows the rest.
import { open } from 'node:fs/promises'
import { lineOfHead, maxLineBytes, parseHeadLine, type SignedHead } from '#server/heads/head.ts'
import { ignoreMissing, readHeadLines, replaceFile } from '#server/heads/heads-file.ts'
import { maxProtectedLines } from '#server/heads/thin-heads.ts'

export type UnpostedHeads = {
  /**
   * Lines of the heads that differ and were recorded after the last accepted one, each with the head before it, and of
   * those that evidence packs end in. Heads signed with another key are left out: a receiver refuses them.
   */
  readonly read: () => Promise<readonly UnpostedLine[]>
  /** Remembers that a line was accepted that shows a difference or that is kept. It is on disk afterwards. */
  readonly accepted: (line: string) => Promise<void>
}

export type UnpostedLine = {
  readonly line: string
  readonly differs: boolean
  /** An evidence pack ends in it. */
  readonly isKept?: boolean
}

/** As many as the file of heads protects. */
export const maxUnposted = maxProtectedLines

export function createUnpostedHeads(headsPath: string, isOwn: (head: SignedHead) => boolean): UnpostedHeads {
  const path = `${headsPath}.posted`
  return {
    async read() {
      // A line is marked as kept after it was written, but its signature remains.
      const accepted = parseHeadLine((await readShortFile(path)) ?? '')?.signature
      let unposted: UnpostedLine[] = []
      let before: SignedHead | undefined
      for await (const text of readHeadLines(headsPath)) {
        const head = parseHeadLine(text)
        if (head === undefined) continue
        const line = lineOfHead(head)
        if (head.signature === accepted) {
          unposted = []
          before = undefined
          continue
        }
        if (isLasting(head) && unposted.length + 2 <= maxUnposted && isOwn(head)) {
          // If it differs or is kept itself, it is in the list.
          if (head.differs && before !== undefined && !isLasting(before) && isOwn(before))
            unposted.push({ line: lineOfHead(before), differs: false })
          unposted.push({ line, differs: head.differs, ...(head.isKept ? { isKept: true } : {}) })
        }
        before = head
      }
      return unposted
    },
    accepted: async (line) => await replaceFile(path, `${line}\n`),
  }
}

function isLasting({ differs, isKept }: SignedHead): boolean {
  return differs || isKept === true
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
