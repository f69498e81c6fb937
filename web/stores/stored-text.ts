/** Text that outlives the page. A private window may refuse storage; then it lasts as long as the page. */
export type StoredText = {
  readonly read: () => string | undefined
  readonly write: (text: string | undefined) => void
}

export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function storedText(storage: TextStorage | undefined, name: string): StoredText {
  let kept: string | undefined
  return {
    read() {
      try {
        return storage?.getItem(name) ?? kept
      } catch {
        return kept
      }
    },
    write(text) {
      kept = text
      try {
        if (text === undefined) storage?.removeItem(name)
        else storage?.setItem(name, text)
      } catch {
        // Full or forbidden: `kept` holds it for this page.
      }
    },
  }
}

/** Merely naming `localStorage` throws where cookies are blocked. */
export function browserStorage(): TextStorage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
