import { useEffect, useRef, useState } from 'react'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { PictureViewer } from '#desk/parts/picture-viewer.tsx'
import { type Rotation, rotateQuarter } from '#desk/parts/picture-zoom.ts'
import { usePrivatePicture } from '#desk/parts/private-picture.tsx'
import type { DraftPicture } from '#desk/stores/support-answers.ts'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'

type ChatPicturesProps = { readonly number: number; readonly pictures: readonly DraftPicture[] }

/** The pictures of a message. Each is read when it comes near the screen, because every view is audited. */
export function ChatPictures({ number, pictures }: ChatPicturesProps) {
  const t = useTranslate()
  return (
    <ul className="flex flex-wrap gap-2">
      {pictures.map((picture, place) => (
        <li key={picture.name}>
          <LatePicture label={t('support.picture', { number, place: place + 1 })} picture={picture} />
        </li>
      ))}
    </ul>
  )
}

type ChatPictureProps = { readonly picture: DraftPicture; readonly label: string }

function LatePicture({ picture, label }: ChatPictureProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const { current: element } = place
    if (element === null) return
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) setIsNear(true)
      },
      { rootMargin: '200px' },
    )
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return (
    <div
      className="grid size-32 place-items-center overflow-hidden rounded-8 border border-line bg-surface"
      ref={place}
    >
      {isNear ? <ChatPicture label={label} picture={picture} /> : null}
    </div>
  )
}

export function ChatPicture({ picture: { name }, label }: ChatPictureProps) {
  const t = useTranslate()
  const { address, hasFailed, retry, markBroken } = usePrivatePicture(name, 'supportImage')
  const [isOpen, setIsOpen] = useState(false)
  const [rotation, setRotation] = useState<Rotation>(0)
  if (address === undefined)
    return hasFailed ? (
      <span className="grid gap-2 p-2 text-center text-12 text-dim">
        <span role="alert">{t('picture.failed')}</span>
        <Button onClick={retry} size="small" variant="secondary">
          {t('control.retry')}
        </Button>
      </span>
    ) : (
      <span aria-label={t('desk.loading')} role="status">
        <Spinner size={20} />
      </span>
    )
  return (
    <>
      <button
        aria-label={t('support.picture.enlarge', { name: label })}
        className="size-full cursor-zoom-in focus-visible:-outline-offset-4"
        onClick={() => setIsOpen(true)}
        type="button"
      >
        <img alt={label} className="size-full object-cover" onError={markBroken} src={address} />
      </button>
      {isOpen ? (
        <PictureViewer
          address={address}
          name={label}
          onClose={() => setIsOpen(false)}
          onRotate={() => setRotation(rotateQuarter(rotation))}
          rotation={rotation}
        />
      ) : null}
    </>
  )
}
