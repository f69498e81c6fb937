import type { EvidencePack } from '#server/complaints/pack/pack-format.ts'

/** Items of a list that are encoded in one turn of the event loop. */
const itemsPerTurn = 200

/**
 * The file: each field of the pack on a line of its own, and each item of a list. The same pack always has the same
 * bytes. `pause` lets other work run in between.
 */
export async function encodePack(pack: EvidencePack, pause: () => Promise<void>): Promise<Buffer> {
  return Buffer.from(`${await encoded(pack, 0, pause)}\n`)
}

/** Fields and items down to this depth have a line of their own: a proof is three levels deep, its batches five. */
const maxDepth = 5

async function encoded(value: unknown, depth: number, pause: () => Promise<void>): Promise<string> {
  if (depth >= maxDepth || typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const parts: string[] = []
  for (const [name, item] of Object.entries(value)) {
    const text = await encoded(item, depth + 1, pause)
    parts.push(isList ? text : `${JSON.stringify(name)}:${text}`)
    if (parts.length % itemsPerTurn === 0) await pause()
  }
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(',\n')}\n${close}`
}
