import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Button } from '#ui/button.tsx'

export interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly text?: ReactNode
  /** More than words: the figures of what will happen. */
  readonly children?: ReactNode
  readonly confirmLabel: string
  /** Left out where there is nothing to take back, only something to be read. */
  readonly cancelLabel?: string | undefined
  /** The caller closes it, once the act has succeeded. */
  readonly onConfirm: () => void
  readonly tone?: 'neutral' | 'danger' | undefined
  readonly busy?: boolean | undefined
  /** The act is not possible now; its label says why. The button keeps the focus. */
  readonly isConfirmBlocked?: boolean | undefined
  /** Where the focus begins, when not on a button: a field inside. */
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined
}

/** Asks before an act that cannot be taken back. A press outside is not an answer. */
export function Dialog(props: DialogProps) {
  const {
    open,
    onOpenChange,
    title,
    text,
    children,
    confirmLabel,
    cancelLabel,
    onConfirm,
    tone,
    busy = false,
    isConfirmBlocked = false,
    initialFocus,
  } = props
  const cancel = useRef<HTMLButtonElement>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  const isDanger = tone === 'danger'
  const isBlocked = isConfirmBlocked && !busy
  const change = (next: boolean) => {
    if (!busy) onOpenChange(next)
  }
  return (
    <Base.Root onOpenChange={change} open={open}>
      <Base.Portal>
        <Base.Backdrop className="scrim" forceRender />
        <Base.Viewport className="over">
          {/* Where the act destroys something, the key under the finger is the way back. */}
          <Base.Popup
            className="dialog gap-2 overflow-y-auto p-4 pt-6"
            initialFocus={initialFocus ?? (isDanger ? cancel : confirm)}
          >
            <Base.Title className="text-17 font-semibold">{title}</Base.Title>
            {text === undefined ? null : <Base.Description className="text-dim">{text}</Base.Description>}
            {children}
            <div className="late-presses mt-4 grid auto-cols-fr grid-flow-col gap-3">
              {cancelLabel === undefined ? null : (
                <Button disabled={busy} onClick={() => onOpenChange(false)} ref={cancel} variant="secondary">
                  {cancelLabel}
                </Button>
              )}
              <Button
                aria-disabled={busy || isBlocked || undefined}
                busy={busy}
                className={isBlocked ? 'text-dim!' : undefined}
                onClick={isBlocked ? undefined : onConfirm}
                ref={confirm}
                variant={isBlocked ? 'secondary' : isDanger ? 'danger' : 'primary'}
              >
                {confirmLabel}
              </Button>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
