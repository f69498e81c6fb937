/** Whether the browser can receive pushes. Apple's phones can once the app is on the home screen. */
export type PushSupport = 'supported' | 'needs_installation' | 'unsupported'

export type PushEnvironment = {
  /** Service workers, notifications and push exist. A page on plain http has none of them. */
  readonly hasPush: boolean
  readonly userAgent: string
  readonly touchPoints: number
  /** Opened from the home screen. */
  readonly isInstalled: boolean
}

export function pushSupport({ hasPush, isInstalled, ...device }: PushEnvironment): PushSupport {
  if (hasPush) return 'supported'
  return isApplePhone(device) && !isInstalled ? 'needs_installation' : 'unsupported'
}

/** An iPad calls itself a Macintosh, which has no touch screen. */
function isApplePhone({
  userAgent,
  touchPoints,
}: Pick<PushEnvironment, 'userAgent' | 'touchPoints'>): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
}
