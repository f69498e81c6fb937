import { useState } from 'react'
import { useLocation } from 'wouter'
import { browserStorage } from '#browser/storage/stored-text.ts'
import { ListRow } from '#ui/list-row.tsx'
import { logOut } from '#web/calls/session.ts'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { LateDialog } from '#web/parts/late-code.tsx'
import { forgetRequests } from '#web/parts/requests/forget-requests.ts'
import { forgetSupportTexts } from '#web/support/forget-texts.ts'

/** Menu row that logs out after a confirmation. */
export function LogOutRow() {
  const t = useDictionary('account')
  const [isOpen, setIsOpen] = useState(false)
  const logOut = useLogOut()
  const confirm = () => {
    setIsOpen(false)
    logOut()
  }
  return (
    <>
      <ListRow icon="logout" label={t('mine.log_out')} onSelect={() => setIsOpen(true)} tone="danger" />
      <LateDialog
        cancelLabel={t('mine.cancel')}
        confirmLabel={t('mine.log_out')}
        isOpen={isOpen}
        onConfirm={confirm}
        setIsOpen={setIsOpen}
        text={t('mine.log_out.text')}
        title={t('mine.log_out.title')}
        tone="danger"
      />
    </>
  )
}

/** Ends the session in the browser at once, and on the server when the call arrives there. */
function useLogOut(): () => void {
  const { caller, currentUser, session, toasts } = useParts()
  const t = useDictionary('account')
  const [, go] = useLocation()
  return () => {
    // Sent before the session ends, because the call needs the token. If it fails, the browser is logged out anyway.
    logOut(caller.call).catch(() => undefined)
    const account = currentUser.getSnapshot()
    forgetRequests(browserStorage())
    forgetSupportTexts(browserStorage(), account.kind === 'known' ? account.user.id : undefined)
    // Leaves this screen first. Otherwise the route guard would redirect to the login.
    go('/', { replace: true })
    session.end()
    toasts.show({ text: t('mine.logged_out'), tone: 'good' })
  }
}
