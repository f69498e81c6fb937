/** One text that outlives a reload. Where the browser refuses storage it lasts as long as the page. */
export type StoredText = {
  readonly read: () => string | undefined
  readonly write: (text: string | undefined) => void
}

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Asked for late, because in some windows merely naming a storage throws. */
export function storedText(storageOf: () => TextStorage, name: string): StoredText {
  let kept: string | undefined
  return {
    read() {
      try {
        return storageOf().getItem(name) ?? kept
      } catch {
        return kept
      }
    },
    write(text) {
      try {
        if (text === undefined) storageOf().removeItem(name)
        else storageOf().setItem(name, text)
        kept = undefined
      } catch {
        // Refused or full: it is kept here, and gone with the page.
        kept = text
      }
    },
  }
}
