import { useState } from 'react'
import { formatDateTime } from '#browser/time/date-format.ts'
import type { DeskPicture } from '#contract/desk/content.ts'
import { Pagination } from '#desk/parts/data-table.tsx'
import { useParts, useTranslate, useTranslations } from '#desk/parts/desk-parts.tsx'
import { PictureShelf, usePictures } from '#desk/parts/picture-shelf.tsx'
import { PictureUpload } from '#desk/parts/picture-upload.tsx'
import { PublicPicture } from '#desk/parts/public-picture.tsx'
import { WideDialog } from '#desk/parts/wide-dialog.tsx'

type PictureChooserProps = {
  /** Name of the chosen picture. */
  readonly onChoose: (name: string) => void
  readonly onClose: () => void
}

/** Chooses a picture of the shelf, or uploads a new one, which is then chosen. */
export function PictureChooser({ onChoose, onClose }: PictureChooserProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const [page, setPage] = useState(1)
  const query = usePictures(page)
  return (
    <WideDialog onClose={onClose} title={t('pictures.choose')}>
      <div className="grid grid-cols-1 gap-4">
        <PictureUpload onAdded={({ name }) => onChoose(name)} send={calls.addPicture} />
        <PictureShelf
          pages={(total) => <Pagination onTurn={setPage} page={page} total={total} />}
          query={query}
        >
          {(picture) => <PictureChoice onChoose={onChoose} picture={picture} />}
        </PictureShelf>
      </div>
    </WideDialog>
  )
}

type PictureChoiceProps = { readonly picture: DeskPicture; readonly onChoose: (name: string) => void }

function PictureChoice({ picture, onChoose }: PictureChoiceProps) {
  const { t, locale } = useTranslations()
  const { name, width, height, created_at } = picture
  const time = formatDateTime(created_at, { locale })
  return (
    <button
      aria-label={t('pictures.choose_one', { time, width, height })}
      className="block w-full overflow-hidden rounded-8 border border-line hover:border-accent"
      onClick={() => onChoose(name)}
      type="button"
    >
      <PublicPicture className="aspect-[4/3] w-full object-contain" label="" name={name} />
      <span className="block border-t border-line px-2 py-1 text-start text-12 text-dim">
        <span className="ltr-isolate">{t('pictures.size', { width, height })}</span>
      </span>
    </button>
  )
}
