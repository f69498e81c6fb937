import type { StoredText } from '#desk/stores/stored-text.ts'

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
