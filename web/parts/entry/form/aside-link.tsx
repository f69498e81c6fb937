import { ButtonLink } from '#ui/button-link.tsx'
import type { PressTarget } from '#ui/pressable.tsx'

export type AsideLinkProps = PressTarget & {
  readonly question: string
  readonly label: string
}

/** Below the button: for whoever meant another screen. */
export function AsideLink({ question, label, ...target }: AsideLinkProps) {
  return (
    <div className="-mb-2 flex flex-wrap items-center justify-center gap-x-1 pt-1 text-13 text-dim">
      <span>{question}</span>
      <ButtonLink {...target} className="min-h-11 px-2" size="small" variant="quiet">
        {label}
      </ButtonLink>
    </div>
  )
}
