import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Button } from '#ui/button.tsx'

export interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly text?: ReactNode
  /** Content below the text, such as the expected figures. */
  readonly children?: ReactNode
  readonly confirmLabel: string
  /** Omit the label for a message that needs only an acknowledgement. */
  readonly cancelLabel?: string | undefined
  /** The caller closes the dialog once the action has succeeded. */
  readonly onConfirm: () => void
  readonly tone?: 'neutral' | 'danger' | undefined
  readonly busy?: boolean | undefined
  /** True while the action is not available; its label says why. The button keeps the focus. */
  readonly isConfirmBlocked?: boolean | undefined
  /** Element that receives the initial focus instead of a button, such as a field. */
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined
}

/** Asks for confirmation of an action that cannot be undone. A press outside does not close it. */
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
          {/* For a destructive action, the initial focus is on Cancel. */}
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
