import { Icon } from '#ui/icon.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'

type JumpButtonProps = {
  /** Messages that have arrived below. */
  readonly count: number
  readonly isShown: boolean
  readonly onJump: () => void
}

/** Leads back to the newest messages. */
export function JumpButton({ count, isShown, onJump }: JumpButtonProps) {
  const t = useDictionary('support')
  if (!isShown) return null
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center">
      <button
        className="pointer-events-auto inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line bg-raised px-4 text-13 font-semibold text-accent"
        onClick={onJump}
        type="button"
      >
        <Icon name="arrow-down" size={16} />
        {count > 0 ? t('support.jump.new', { count }) : t('support.jump')}
      </button>
    </div>
  )
}
