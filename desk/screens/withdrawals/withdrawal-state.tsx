import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'

const tones = {
  requested: 'neutral',
  locked: 'accent',
  reviewing: 'accent',
  approved: 'accent',
  paying: 'warn',
  sent: 'good',
  returned: 'danger',
  cancelled: 'neutral',
  void: 'neutral',
} as const satisfies Record<string, BadgeTone>

export type WithdrawalState = keyof typeof tones

export function isWithdrawalState(state: string): state is WithdrawalState {
  return Object.hasOwn(tones, state)
}

/** A state that only a newer server has is shown by name. */
export function WithdrawalStateBadge({ state }: { state: string }) {
  const t = useTranslate()
  if (!isWithdrawalState(state)) return <Badge>{state}</Badge>
  return <Badge tone={tones[state]}>{t(`withdrawal.state.${state}`)}</Badge>
}
