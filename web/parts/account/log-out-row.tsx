import { useLocation } from 'wouter'
import { ListRow } from '#ui/list-row.tsx'
import { logOut } from '#web/calls/session.ts'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { LazyDialog, useLazyOpening } from '#web/parts/lazy-overlay.tsx'

/** The entry that logs out, once one has said so twice. */
export function LogOutRow() {
  const t = useDictionary('account')
  const opening = useLazyOpening()
  const logOut = useLogOut()
  const confirm = () => {
    opening.setIsOpen(false)
    logOut()
  }
  return (
    <>
      <ListRow icon="logout" label={t('mine.log_out')} onSelect={opening.open} tone="danger" />
      <LazyDialog
        cancelLabel={t('mine.cancel')}
        confirmLabel={t('mine.log_out')}
        onConfirm={confirm}
        opening={opening}
        text={t('mine.log_out.text')}
        title={t('mine.log_out.title')}
        tone="danger"
      />
    </>
  )
}

/** Ends the session here and now, and on the server as soon as it hears of it. */
function useLogOut(): () => void {
  const { caller, session, toasts } = useParts()
  const t = useDictionary('account')
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
