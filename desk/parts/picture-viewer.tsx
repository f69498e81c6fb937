import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { type Rotation, scrollToCenter, type Zoom, zoomIn, zoomOut } from '#desk/parts/picture-zoom.ts'
import { RotatedPicture } from '#desk/parts/private-picture.tsx'
import { IconButton } from '#ui/icon-button.tsx'

type PictureViewerProps = {
  readonly name: string
  readonly address: string
  readonly rotation: Rotation
  readonly onRotate: () => void
  readonly onClose: () => void
}

/** Full-window view of a picture with zoom, pan and rotation. */
export function PictureViewer({ name, address, rotation, onRotate, onClose }: PictureViewerProps) {
  const t = useTranslate()
  const dialog = useRef<HTMLDialogElement>(null)
  const [zoom, setZoom] = useState<Zoom>(1)
  const pan = usePan(zoom, (next) => setZoom(next))
  useEffect(() => dialog.current?.showModal(), [])

  const handleKeys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '+' || event.key === '=') setZoom(zoomIn(zoom))
    else if (event.key === '-') setZoom(zoomOut(zoom))
    else if (event.key === 'r' || event.key === 'R') onRotate()
  }
  return (
    <dialog
      aria-label={name}
      className="m-0 h-dvh max-h-none w-dvw max-w-none bg-ground text-text backdrop:bg-(--scrim) open:flex open:flex-col"
      onClose={onClose}
      onKeyDown={handleKeys}
      ref={dialog}
    >
      <div className="flex shrink-0 items-center gap-1 border-b border-line bg-surface py-1 ps-4 pe-1">
        <h2 className="grow font-semibold">{name}</h2>
        <IconButton icon="refresh" label={t('picture.rotate')} onSelect={onRotate} />
        <IconButton
          disabled={zoomOut(zoom) === zoom}
          icon="minus"
          label={t('picture.zoom_out')}
          onSelect={() => setZoom(zoomOut(zoom))}
        />
        <output className="w-14 text-center text-13 text-dim ltr-isolate">
          {t('picture.zoomed', { percent: zoom * 100 })}
        </output>
        <IconButton
          disabled={zoomIn(zoom) === zoom}
          icon="plus"
          label={t('picture.zoom_in')}
          onSelect={() => setZoom(zoomIn(zoom))}
        />
        <IconButton icon="close" label={t('control.close')} onSelect={() => dialog.current?.close()} />
      </div>
      <section
        aria-label={name}
        className="min-h-0 grow overflow-auto"
        // `usePan` computes with scroll positions from the left edge.
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be focusable.
        tabIndex={0}
        {...pan}
      >
        {/* No transition: the size must be final before the view scrolls to the clicked position. */}
        <div
          className={`relative transition-none [container-type:size] ${zoom === 1 ? 'cursor-zoom-in' : 'cursor-grab active:cursor-grabbing'}`}
          style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}
        >
          <RotatedPicture address={address} label={name} rotation={rotation} />
        </div>
      </section>
    </dialog>
  )
}

type Position = { readonly x: number; readonly y: number }

/** A press that moves less than this is a click, not a drag. */
const clickPx = 4
const center: Position = { x: 0.5, y: 0.5 }

type Pan = {
  readonly ref: RefObject<HTMLElement | null>
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
  readonly onScroll: () => void
  readonly onClick: (event: MouseEvent<HTMLElement>) => void
}

/** Dragging scrolls an enlarged picture. A click zooms in on the clicked point, or back out to the whole picture. */
function usePan(zoom: Zoom, onZoom: (zoom: Zoom) => void): Pan {
  const ref = useRef<HTMLElement>(null)
  const position = useRef(center)
  const draggedPx = useRef(0)

  useLayoutEffect(() => {
    const { current: box } = ref
    if (box === null || zoom === 1) return
    box.scrollLeft = scrollToCenter(position.current.x, box.scrollWidth, box.clientWidth)
    box.scrollTop = scrollToCenter(position.current.y, box.scrollHeight, box.clientHeight)
  }, [zoom])

  return {
    ref,
    onPointerDown: () => {
      draggedPx.current = 0
    },
    onPointerMove(event) {
      // With touch, the browser scrolls the picture itself.
      if (event.buttons !== 1 || event.pointerType === 'touch') return
      draggedPx.current += Math.abs(event.movementX) + Math.abs(event.movementY)
      event.currentTarget.scrollBy(-event.movementX, -event.movementY)
    },
    onScroll() {
      const { current: box } = ref
      if (box === null) return
      position.current = {
        x: (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth,
        y: (box.scrollTop + box.clientHeight / 2) / box.scrollHeight,
      }
    },
    onClick(event) {
      if (draggedPx.current > clickPx) return
      const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
      position.current =
        zoom === 1 ? { x: (event.clientX - left) / width, y: (event.clientY - top) / height } : center
      onZoom(zoom === 1 ? 2 : 1)
    },
  }
}
