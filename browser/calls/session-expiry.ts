export type SessionExpiryParts = {
  readonly token: () => string | undefined
  readonly sessionInvalid: () => void
}

/** The session a request was sent in. */
export type RequestSession = { readonly token: string | undefined; readonly endings: number }

export type SessionExpiry = {
  readonly current: () => RequestSession
  /** Whether the session of that request is still active. Always true for a visitor's request. */
  readonly isCurrent: (requestSession: RequestSession) => boolean
  /**
   * Call it when a request of that session was answered 999. True if this ended the session, false if it had already
   * ended.
   */
  readonly expired: (requestSession: RequestSession) => boolean
}

/**
 * Ends the session once, however many parallel requests are answered 999. Does not end a session that began after the
 * refused request was sent.
 */
export function createSessionExpiry(parts: SessionExpiryParts): SessionExpiry {
  // A counter, because parallel requests of a visitor have no token to tell them apart.
  let endings = 0
  return {
    current: () => ({ token: parts.token(), endings }),
    isCurrent: ({ token }) => token === undefined || token === parts.token(),
    expired(requestSession) {
      if (requestSession.endings !== endings || requestSession.token !== parts.token()) return false
      endings += 1
      parts.sessionInvalid()
      return true
    },
  }
}
