import { useState } from 'react'
import { ListRow } from '#ui/list-row.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { LateDialog, useLateOpening } from '#web/parts/lazy-overlay.tsx'
import { useResetDemo } from '#web/screens/user/use-reset-demo.ts'

/** The entry that begins the demo account again, once it was said what that does. */
export function DemoResetRow() {
  const t = useBook('account')
  const opening = useLateOpening()
  const reset = useResetDemo()
  const [isBusy, setIsBusy] = useState(false)
  const confirm = async () => {
    setIsBusy(true)
    await reset()
    setIsBusy(false)
    opening.setIsOpen(false)
  }
  return (
    <>
      <ListRow icon="refresh" label={t('user.reset')} note={t('user.reset.note')} onSelect={opening.open} />
      <LateDialog
        busy={isBusy}
        cancelLabel={t('mine.cancel')}
        confirmLabel={t('user.reset.confirm')}
        onConfirm={() => void confirm()}
        opening={opening}
        text={t('user.reset.text')}
        title={t('user.reset.title')}
        tone="danger"
      />
    </>
  )
}
