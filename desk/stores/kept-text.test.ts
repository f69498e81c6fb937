import type { StoredText } from '#desk/stores/stored-text.ts'

/** For the tests of this folder: a text that is kept in a variable. It holds no tests; its name puts it among them. */
export function keptText(first?: string): StoredText {
  let kept = first
  return {
    read: () => kept,
    write(next) {
      kept = next
    },
  }
}
