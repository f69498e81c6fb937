import { useLocation } from 'wouter'
import { logOut } from '#web/calls/session.ts'
import { useBook, useParts } from '#web/parts/app-parts.tsx'

/** Ends the session here and now, and on the server as soon as it hears of it. */
export function useLogOut(): () => void {
  const { caller, session, toasts } = useParts()
  const t = useBook('account')
  const [, go] = useLocation()
  return () => {
    // Sent first, for it carries the token. Without a line the session here ends all the same.
    logOut(caller.call).catch(() => undefined)
    // Left first, for the guard would lead from here to the login.
    go('/', { replace: true })
    session.end()
    toasts.show({ text: t('mine.logged_out'), tone: 'good' })
  }
}
