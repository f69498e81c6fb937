import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/dialog.tsx'

type FirstPasswordDialogProps = {
  readonly email: string
  readonly password: string
  readonly onDone: () => void
}

/** Shown once, so nothing but its own button closes it. */
export function FirstPasswordDialog({ email, password, onDone }: FirstPasswordDialogProps) {
  const t = useTranslate()
  return (
    <Dialog
      confirmLabel={t('operators.password.done')}
      onConfirm={onDone}
      onOpenChange={() => undefined}
      open
      text={t('operators.password.text')}
      title={t('operators.password.title', { email })}
    >
      <div className="mt-2 flex items-center justify-between gap-2 rounded-8 border border-line bg-ground py-1 ps-4 pe-1">
        <span className="sr-only">{t('operators.password.label')}</span>
        <code className="font-mono text-15 break-all ltr-isolate" translate="no">
          {password}
        </code>
        <CopyButton label={t('operators.password.copy')} text={password} />
      </div>
    </Dialog>
  )
}
