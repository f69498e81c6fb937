import type { ReactNode } from 'react'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { type OpenProposal, ProposalNotice } from '#desk/parts/proposal-notice.tsx'
import { OnOffBadge } from '#desk/screens/currencies/currency-parts.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

type DestinationRowProps = {
  /** Names the address or account in the labels of its buttons. */
  readonly name: string
  readonly isOn: boolean
  readonly proposal: OpenProposal | null
  readonly canChange: boolean
  readonly onChange: () => void
  readonly onSwitch: () => void
  readonly children: ReactNode
}

/** An address or a bank account, whether it is on, and its actions. */
export function DestinationRow(props: DestinationRowProps) {
  const { name, isOn, proposal, canChange, onChange, onSwitch, children } = props
  const t = useTranslate()
  const change = t('destinations.change')
  const toggle = t(isOn ? 'destinations.switch_off' : 'destinations.switch_on')
  return (
    <li className="grid gap-2 border-line py-3 not-first:border-t">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-60">{children}</div>
        <span className="flex items-center gap-1">
          <OnOffBadge isOn={isOn} />
          {canChange ? (
            <>
              <Button
                aria-label={t('destinations.of', { action: change, name })}
                onClick={onChange}
                size="small"
                variant="quiet"
              >
                {change}
              </Button>
              <Button
                aria-label={t('destinations.of', { action: toggle, name })}
                onClick={onSwitch}
                size="small"
                variant="quiet"
              >
                {toggle}
              </Button>
            </>
          ) : null}
        </span>
      </div>
      {proposal === null ? null : <ProposalNotice proposal={proposal} />}
    </li>
  )
}

type SwitchDialogProps = {
  readonly name: string
  readonly isOn: boolean
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before an address or account appears to users, or disappears. */
export function SwitchDialog({ name, isOn, isBusy, onConfirm, onClose }: SwitchDialogProps) {
  const t = useTranslate()
  return (
    <Dialog
      busy={isBusy}
      cancelLabel={t('control.cancel')}
      confirmLabel={t(isOn ? 'destinations.switch_off' : 'destinations.switch_on')}
      onConfirm={onConfirm}
      onOpenChange={onClose}
      open
      text={t(isOn ? 'destinations.off.text' : 'destinations.on.text')}
      title={t(isOn ? 'destinations.off.title' : 'destinations.on.title')}
    >
      <p className="mt-2 rounded-8 border border-line bg-ground p-3 font-mono text-13 wrap-anywhere">
        <bdi>{name}</bdi>
      </p>
    </Dialog>
  )
}
