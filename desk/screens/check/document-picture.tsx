import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { KeyCap } from '#desk/screens/check/key-cap.tsx'
import type { Turn } from '#desk/screens/check/picture-view.ts'
import { TurnedPicture } from '#desk/screens/check/turned-picture.tsx'
import type { Picture } from '#desk/screens/check/use-picture.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Spinner } from '#ui/spinner.tsx'

export type Side = 'front' | 'reverse'

type DocumentPictureProps = {
  readonly side: Side
  readonly picture: Picture
  readonly turn: Turn
  readonly onTurn: () => void
  readonly onEnlarge: () => void
}

/** One side of a document. A press enlarges it. */
export function DocumentPicture({ side, picture, turn, onTurn, onEnlarge }: DocumentPictureProps) {
  const t = useTranslate()
  const { address } = picture
  return (
    <figure className="flex min-w-0 flex-col overflow-hidden rounded-16 border border-line bg-surface">
      <figcaption className="flex items-center gap-1 ps-4 pe-1 text-13 text-dim">
        <span className="flex grow items-center gap-2">
          {t(`picture.${side}`)} <KeyCap>{side === 'front' ? 'F' : 'B'}</KeyCap>
        </span>
        <IconButton
          disabled={address === undefined}
          icon="refresh"
          label={t(`picture.rotate_${side}`)}
          onSelect={onTurn}
          size={18}
        />
        <IconButton
          disabled={address === undefined}
          icon="search"
          label={t(`picture.enlarge_${side}`)}
          onSelect={onEnlarge}
          size={18}
        />
      </figcaption>
      <div className="relative h-64 shrink-0 grow overflow-hidden bg-ground [container-type:size]">
        {address === undefined ? (
          <Missing picture={picture} />
        ) : (
          <button
            aria-label={t(`picture.enlarge_${side}`)}
            className="absolute inset-0 cursor-zoom-in focus-visible:-outline-offset-4"
            onClick={onEnlarge}
            tabIndex={-1}
            type="button"
          >
            <TurnedPicture
              address={address}
              label={t(`picture.${side}_of`)}
              onSpoiled={picture.spoil}
              turn={turn}
            />
          </button>
        )}
      </div>
    </figure>
  )
}

function Missing({ picture }: { picture: Picture }) {
  const t = useTranslate()
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 text-13 text-dim">
      {picture.hasFailed ? (
        <>
          <p role="alert">{t('picture.failed')}</p>
          <Button icon="refresh" onClick={picture.retry} size="small" variant="secondary">
            {t('control.retry')}
          </Button>
        </>
      ) : (
        <span aria-label={t('desk.loading')} role="status">
          <Spinner size={28} />
        </span>
      )}
    </div>
  )
}
