/** Text in the browser's storage. If storage is refused, as in a private window, the text lasts as long as the page. */
export type StoredText = {
  readonly read: () => string | undefined
  readonly write: (text: string | undefined) => void
}

export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function storedText(storage: TextStorage | undefined, name: string): StoredText {
  /** Set only if the storage refused the text. Stored text wins, because another tab may have changed it. */
  let fallback: string | undefined
  return {
    read() {
      try {
        return storage?.getItem(name) ?? fallback
      } catch {
        return fallback
      }
    },
    write(text) {
      fallback = store(storage, name, text) ? undefined : text
    },
  }
}

function store(storage: TextStorage | undefined, name: string, text: string | undefined): boolean {
  try {
    if (text === undefined) storage?.removeItem(name)
    else storage?.setItem(name, text)
    return storage !== undefined
  } catch {
    return false
  }
}

/** Reading `localStorage` throws if cookies are blocked. */
export function browserStorage(): TextStorage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

/** Reading `sessionStorage` throws if cookies are blocked. */
export function tabStorage(): TextStorage | undefined {
  try {
    return window.sessionStorage
  } catch {
    return undefined
  }
}
