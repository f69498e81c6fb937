import { isOnSide, type Turn } from '#desk/screens/check/picture-view.ts'
import { classes } from '#ui/classes.ts'

type TurnedPictureProps = {
  readonly address: string
  readonly label: string
  readonly turn: Turn
  readonly onSpoiled?: (() => void) | undefined
}

const turns: Readonly<Record<Turn, string>> = {
  0: '',
  90: 'rotate-90',
  180: 'rotate-180',
  270: '-rotate-90',
}

/** As large as its frame allows, also on its side. The frame around it has `container-type: size`. */
export function TurnedPicture({ address, label, turn, onSpoiled }: TurnedPictureProps) {
  return (
    <img
      alt={label}
      className={classes(
        'absolute top-1/2 left-1/2 max-w-none -translate-x-1/2 -translate-y-1/2 object-contain transition-none',
        isOnSide(turn) ? 'h-[100cqw] w-[100cqh]' : 'h-[100cqh] w-[100cqw]',
        turns[turn],
      )}
      draggable={false}
      onError={onSpoiled}
      src={address}
    />
  )
}
