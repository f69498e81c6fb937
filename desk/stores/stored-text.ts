/** One text in the browser's storage. If storage is denied, the text is kept until the page closes. */
export type StoredText = {
  readonly read: () => string | undefined
  readonly write: (text: string | undefined) => void
}

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `storageOf` is called inside a `try`, because accessing `localStorage` throws in some browsers. */
export function storedText(storageOf: () => TextStorage, name: string): StoredText {
  let fallback: string | undefined
  return {
    read() {
      try {
        return storageOf().getItem(name) ?? fallback
      } catch {
        return fallback
      }
    },
    write(text) {
      try {
        if (text === undefined) storageOf().removeItem(name)
        else storageOf().setItem(name, text)
        fallback = undefined
      } catch {
        // Storage is denied or full.
        fallback = text
      }
    },
  }
}
