// Heads that show a difference are posted even if the receiver was down when they were recorded. The file beside the
// heads has the last of them that was accepted, so that a later run knows the rest.
import { open } from 'node:fs/promises'
import { lineOfHead, maxLineBytes, parseHeadLine, type SignedHead } from '#server/heads/head.ts'
import { ignoreMissing, readHeadLines, replaceFile } from '#server/heads/heads-file.ts'
import { maxProtectedLines } from '#server/heads/thin-heads.ts'

export type UnpostedHeads = {
  /**
   * Lines of the heads that differ and were recorded after the last accepted one, each with the head before it. Heads
   * signed with another key are left out: a receiver refuses them.
   */
  readonly read: () => Promise<readonly UnpostedLine[]>
  /** Remembers that a line was accepted that shows a difference. It is on disk afterwards. */
  readonly accepted: (line: string) => Promise<void>
}

export type UnpostedLine = { readonly line: string; readonly differs: boolean }

/** As many as the file of heads protects. */
export const maxUnposted = maxProtectedLines

export function createUnpostedHeads(headsPath: string, isOwn: (head: SignedHead) => boolean): UnpostedHeads {
  const path = `${headsPath}.posted`
  return {
    async read() {
      const accepted = await readShortFile(path)
      let unposted: UnpostedLine[] = []
      let before: SignedHead | undefined
      for await (const text of readHeadLines(headsPath)) {
        const head = parseHeadLine(text)
        if (head === undefined) continue
        const line = lineOfHead(head)
        if (line === accepted) {
          unposted = []
          before = undefined
          continue
        }
        if (head.differs && unposted.length + 2 <= maxUnposted && isOwn(head)) {
          // If it differs itself, it is in the list.
          if (before !== undefined && !before.differs && isOwn(before))
            unposted.push({ line: lineOfHead(before), differs: false })
          unposted.push({ line, differs: true })
        }
        before = head
      }
      return unposted
    },
    accepted: async (line) => await replaceFile(path, `${line}\n`),
  }
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
