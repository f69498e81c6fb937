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
  /** A request of that session was answered 999. True if this ended the session, false if it had ended before. */
  readonly expired: (requestSession: RequestSession) => boolean
}

/**
 * Ends the session once, however many parallel requests are answered 999. A session that began after the refused
 * request was sent stays.
 */
export function createSessionExpiry(parts: SessionExpiryParts): SessionExpiry {
  // A counter, because the token cannot tell parallel requests of a visitor apart: they have none.
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
