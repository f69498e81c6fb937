import { ListRow } from '#ui/list-row.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { LateDialog } from '#web/parts/mine/late-dialog.tsx'
import { useLogOut } from '#web/parts/mine/use-log-out.ts'
import { useLateOpening } from '#web/parts/use-late-opening.ts'

/** The entry that logs out, once one has said so twice. */
export function LogOutRow() {
  const t = useBook('account')
  const opening = useLateOpening()
  const logOut = useLogOut()
  const confirm = () => {
    opening.setIsOpen(false)
    logOut()
  }
  return (
    <>
      <ListRow icon="logout" label={t('mine.log_out')} onSelect={opening.open} tone="danger" />
      <LateDialog
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
