export type SessionExpiryParts = {
  readonly token: () => string | undefined
  readonly sessionInvalid: () => void
}

/** What a request remembers of the session it was sent in. */
export type RequestSession = { readonly token: string | undefined; readonly endings: number }

export type SessionExpiry = {
  readonly current: () => RequestSession
  /** Whether the session of that request still goes on. A visitor's request has none that could have ended. */
  readonly isCurrent: (sentIn: RequestSession) => boolean
  /** A request sent then was answered 999. True when this is what ended the session, false when it is old news. */
  readonly expired: (sentIn: RequestSession) => boolean
}

/**
 * Ends the session once, however many requests that were under way at that moment are answered 999, and leaves alone
 * a session that began after the refused request was sent.
 */
export function createSessionExpiry(parts: SessionExpiryParts): SessionExpiry {
  // Counted, because the token alone cannot tell: a visitor's ten parallel calls all have none.
  let endings = 0
  return {
    current: () => ({ token: parts.token(), endings }),
    isCurrent: ({ token }) => token === undefined || token === parts.token(),
    expired(sentIn) {
      if (sentIn.endings !== endings || sentIn.token !== parts.token()) return false
      endings += 1
      parts.sessionInvalid()
      return true
    },
  }
}
