import type { StoredText } from '#browser/storage/stored-text.ts'

/** A StoredText that keeps its value in a variable. */
export function storedInMemory(first?: string): StoredText {
  let text = first
  return {
    read: () => text,
    write(next) {
      text = next
    },
  }
}
