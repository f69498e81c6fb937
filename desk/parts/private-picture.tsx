import { useEffect, useState } from 'react'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { KeyCap } from '#desk/parts/keyboard-shortcuts.tsx'
import { isSideways, type Rotation } from '#desk/parts/picture-zoom.ts'
import { useServerQuery } from '#desk/parts/query.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Spinner } from '#ui/spinner.tsx'

/** Texts of a picture and the key that enlarges it. */
export type PictureLabels = {
  readonly caption: string
  /** Names the picture for screen readers and above the enlarged view. */
  readonly name: string
  readonly enlarge: string
  readonly rotate: string
  readonly shortcut: string
}

type PictureFrameProps = {
  readonly labels: PictureLabels
  readonly picture: Picture
  readonly rotation: Rotation
  readonly onRotate: () => void
  readonly onEnlarge: () => void
}

/** A private picture with its caption. A click opens an enlarged view. */
export function PictureFrame({ labels, picture, rotation, onRotate, onEnlarge }: PictureFrameProps) {
  const { address } = picture
  return (
    <figure className="flex min-w-0 flex-col overflow-hidden rounded-16 border border-line bg-surface">
      <figcaption className="flex items-center gap-1 ps-4 pe-1 text-13 text-dim">
        <span className="flex grow items-center gap-2">
          {labels.caption} <KeyCap>{labels.shortcut}</KeyCap>
        </span>
        <IconButton
          disabled={address === undefined}
          icon="refresh"
          label={labels.rotate}
          onSelect={onRotate}
          size={18}
        />
        <IconButton
          disabled={address === undefined}
          icon="search"
          label={labels.enlarge}
          onSelect={onEnlarge}
          size={18}
        />
      </figcaption>
      <div className="relative h-64 shrink-0 grow overflow-hidden bg-ground [container-type:size]">
        {address === undefined ? (
          <Missing picture={picture} />
        ) : (
          <button
            aria-label={labels.enlarge}
            className="absolute inset-0 cursor-zoom-in focus-visible:-outline-offset-4"
            onClick={onEnlarge}
            tabIndex={-1}
            type="button"
          >
            <RotatedPicture
              address={address}
              label={labels.name}
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
export function usePrivatePicture(name: string, from: 'image' | 'supportImage' = 'image'): Picture {
  const { calls } = useParts()
  const { data, isError, isFetching, refetch } = useServerQuery([from, name], (options) =>
    calls[from]({ name }, options),
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
