import { supportLimits } from '#core/support/support.ts'
import type { PictureUpload as UploadedFile } from '#desk/calls/call-kinds.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { PictureUpload } from '#desk/parts/picture-upload.tsx'
import { ChatPicture } from '#desk/screens/support/chat-pictures.tsx'
import type { DraftPicture } from '#desk/stores/support-answers.ts'
import { Button } from '#ui/button.tsx'

type DraftPicturesProps = {
  readonly threadId: number
  readonly pictures: readonly DraftPicture[]
  readonly onChange: (next: (pictures: readonly DraftPicture[]) => readonly DraftPicture[]) => void
}

/** Pictures that will be sent with the answer. */
export function DraftPictures({ pictures, onChange }: Omit<DraftPicturesProps, 'threadId'>) {
  const t = useTranslate()
  return pictures.length === 0 ? null : (
    <ul aria-label={t('support.draft.pictures')} className="flex flex-wrap gap-3">
      {pictures.map((picture, place) => (
        <li className="grid justify-items-center gap-2" key={picture.name}>
          <div className="grid size-20 place-items-center overflow-hidden rounded-8 border border-line bg-ground">
            <ChatPicture label={t('support.draft.picture', { place: place + 1 })} picture={picture} />
          </div>
          <Button
            onClick={() => onChange((before) => before.filter(({ name }) => name !== picture.name))}
            size="small"
            type="button"
            variant="secondary"
          >
            {t('support.draft.remove')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Uploads another picture for the answer, up to the limit of a message. */
export function AddPicture({ threadId, pictures, onChange }: DraftPicturesProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const send = (file: UploadedFile) => calls.supportUpload({ id: threadId, ...file })
  return pictures.length >= supportLimits.pictures ? (
    <p className="text-13 text-dim">{t('support.draft.full', { limit: supportLimits.pictures })}</p>
  ) : (
    <PictureUpload
      onAdded={({ name, width, height }) => onChange((before) => [...before, { name, width, height }])}
      send={send}
      variant="secondary"
    />
  )
}
