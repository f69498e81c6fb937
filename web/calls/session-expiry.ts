export type SessionWatchParts = {
  readonly token: () => string | undefined
  readonly sessionInvalid: () => void
}

/** What a request remembers of the session it was sent in. */
export type SentIn = { readonly token: string | undefined; readonly endings: number }

export type SessionWatch = {
  readonly sending: () => SentIn
  /** Whether the session of that request still goes on. A visitor's request has none that could have ended. */
  readonly isSame: (sentIn: SentIn) => boolean
  /** A request sent then was answered 999. True when this is what ended the session, false when it is old news. */
  readonly ended: (sentIn: SentIn) => boolean
}

/**
 * Ends the session once, however many requests that were under way at that moment are answered 999, and leaves alone
 * a session that began after the refused request was sent.
 */
export function createSessionWatch(parts: SessionWatchParts): SessionWatch {
  // Counted, because the token alone cannot tell: a visitor's ten parallel calls all have none.
  let endings = 0
  return {
    sending: () => ({ token: parts.token(), endings }),
    isSame: ({ token }) => token === undefined || token === parts.token(),
    ended(sentIn) {
      if (sentIn.endings !== endings || sentIn.token !== parts.token()) return false
      endings += 1
      parts.sessionInvalid()
      return true
    },
  }
}
