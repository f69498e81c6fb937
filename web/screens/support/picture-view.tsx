import { createContext, type RefObject, use, useEffect, useRef, useState } from 'react'
import type { SupportPicture } from '#contract/calls/support.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import type { PictureCache } from '#web/screens/support/picture-cache.ts'

export const PictureCacheContext = createContext<PictureCache | null>(null)

export function usePictures(): PictureCache {
  const cache = use(PictureCacheContext)
  if (cache === null) throw new Error('PictureCacheContext is missing above this component')
  return cache
}

/** The pictures of one message. */
export function Pictures({ images }: { images: readonly SupportPicture[] }) {
  return (
    <ul className={images.length === 1 ? 'grid grid-cols-1' : 'grid grid-cols-2 gap-2'}>
      {images.map((image, place) => (
        <li key={image.name}>
          <Picture image={image} isAlone={images.length === 1} number={place + 1} />
        </li>
      ))}
    </ul>
  )
}

type PictureProps = {
  readonly image: SupportPicture
  /** Several pictures are squares. */
  readonly isAlone: boolean
  readonly number: number
}

/** A picture loads when it is near the visible part. Its place has its size from the start. */
function Picture({ image, isAlone, number }: PictureProps) {
  const t = useDictionary('support')
  const labels = useUiLabels()
  const place = useRef<HTMLDivElement>(null)
  const { address, hasFailed, retry } = usePicture(image.name, place)
  const [isOpen, setIsOpen] = useState(false)
  const aspectRatio = isAlone ? ratioOf(image) : 1
  return (
    <div className="relative w-60 max-w-full overflow-hidden rounded-8" ref={place}>
      {address === undefined ? (
        <div style={{ aspectRatio }}>
          {hasFailed ? (
            <div className="grid size-full place-items-center gap-1 rounded-8 border border-line p-2 text-center text-12 text-dim">
              <Icon name="picture" size={20} />
              {t('support.picture.failed')}
              <Button onClick={retry} size="small" variant="quiet">
                {labels.retry}
              </Button>
            </div>
          ) : (
            <Skeleton className="size-full" shape="box" />
          )}
        </div>
      ) : (
        <button
          aria-label={t('support.picture.open', { number })}
          className="block w-full"
          onClick={() => setIsOpen(true)}
          type="button"
        >
          <img alt="" className="block w-full object-cover" src={address} style={{ aspectRatio }} />
        </button>
      )}
      <Sheet onOpenChange={setIsOpen} open={isOpen} title={t('support.picture', { number })}>
        <img
          alt={t('support.picture', { number })}
          className="mx-auto max-h-[75dvh] w-auto max-w-full rounded-8"
          height={image.height}
          src={address}
          width={image.width}
        />
      </Sheet>
    </div>
  )
}

/** A very tall or wide picture is cropped in the list. */
function ratioOf({ width, height }: SupportPicture): number {
  return Math.min(2, Math.max(0.6, width / Math.max(1, height)))
}

function usePicture(name: string, place: RefObject<HTMLElement | null>) {
  const cache = usePictures()
  const [address, setAddress] = useState(() => cache.known(name))
  const [isNear, setIsNear] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    if (place.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true)
      },
      { rootMargin: '600px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place])
  useEffect(() => {
    if (!isNear || hasFailed || address !== undefined) return
    let isGone = false
    cache.load(name).then(
      (loaded) => {
        if (!isGone) setAddress(loaded)
      },
      () => {
        if (!isGone) setHasFailed(true)
      },
    )
    return () => {
      isGone = true
    }
  }, [cache, name, isNear, hasFailed, address])
  return { address, hasFailed, retry: () => setHasFailed(false) }
}
