import { useEffect, useState } from 'react'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { useServerQuery } from '#desk/parts/query.tsx'
import { KeyCap } from '#desk/screens/identity/keyboard-shortcuts.tsx'
import { isSideways, type Rotation } from '#desk/screens/identity/picture-zoom.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Spinner } from '#ui/spinner.tsx'

export type Side = 'front' | 'reverse'

type DocumentPictureProps = {
  readonly side: Side
  readonly picture: Picture
  readonly rotation: Rotation
  readonly onRotate: () => void
  readonly onEnlarge: () => void
}

/** One side of a document. A click opens an enlarged view. */
export function DocumentPicture({ side, picture, rotation, onRotate, onEnlarge }: DocumentPictureProps) {
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
          onSelect={onRotate}
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
            <RotatedPicture
              address={address}
              label={t(`picture.${side}_of`)}
              onBroken={picture.markBroken}
              rotation={rotation}
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

type RotatedPictureProps = {
  readonly address: string
  readonly label: string
  readonly rotation: Rotation
  readonly onBroken?: (() => void) | undefined
}

const rotationClasses: Readonly<Record<Rotation, string>> = {
  0: '',
  90: 'rotate-90',
  180: 'rotate-180',
  270: '-rotate-90',
}

/** Fits the picture into its frame in any rotation. The frame must have `container-type: size`. */
export function RotatedPicture({ address, label, rotation, onBroken }: RotatedPictureProps) {
  return (
    <img
      alt={label}
      className={classes(
        'absolute top-1/2 left-1/2 max-w-none -translate-x-1/2 -translate-y-1/2 object-contain transition-none',
        isSideways(rotation) ? 'h-[100cqw] w-[100cqh]' : 'h-[100cqh] w-[100cqw]',
        rotationClasses[rotation],
      )}
      draggable={false}
      onError={onBroken}
      src={address}
    />
  )
}

type Picture = {
  /** An object URL, valid only while the picture is displayed. */
  readonly address: string | undefined
  readonly hasFailed: boolean
  readonly retry: () => void
  /** Called if the picture was loaded but cannot be decoded. */
  readonly markBroken: () => void
}

/** Loads a private picture through a call, because an image URL cannot send the session token. */
export function usePrivatePicture(name: string): Picture {
  const { calls } = useParts()
  const { data, isError, isFetching, refetch } = useServerQuery(['image', name], (options) =>
    calls.image({ name }, options),
  )
  const [drawn, setDrawn] = useState<{ readonly of: Blob; readonly address: string }>()
  const [broken, setBroken] = useState<Blob>()
  useEffect(() => {
    if (data === undefined) return
    const address = URL.createObjectURL(data)
    setDrawn({ of: data, address })
    return () => URL.revokeObjectURL(address)
  }, [data])
  const isBroken = data !== undefined && broken === data
  return {
    address: drawn !== undefined && drawn.of === data && !isBroken ? drawn.address : undefined,
    hasFailed: !isFetching && (isError || isBroken),
    retry: () => void refetch(),
    markBroken: () => setBroken(data),
  }
}
