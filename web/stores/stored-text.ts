/** Text that outlives the page. A private window may refuse storage; then it lasts as long as the page. */
export type StoredText = {
  readonly read: () => string | undefined
  readonly write: (text: string | undefined) => void
}

export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function storedText(storage: TextStorage | undefined, name: string): StoredText {
  /** Only what could not be stored: whatever is stored is the truth, for another tab may have changed it. */
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
      kept = put(storage, name, text) ? undefined : text
    },
  }
}

function put(storage: TextStorage | undefined, name: string, text: string | undefined): boolean {
  try {
    if (text === undefined) storage?.removeItem(name)
    else storage?.setItem(name, text)
    return storage !== undefined
  } catch {
    return false
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

/** What lasts as long as the tab, reloads included. Merely naming it throws where cookies are blocked. */
export function tabStorage(): TextStorage | undefined {
  try {
    return window.sessionStorage
  } catch {
    return undefined
  }
}
