import { useState } from 'react'
import { ImagePicker, type PickedImage } from '#ui/image-picker.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { ShowcaseSection } from '#web/screens/showcase/showcase-section.tsx'

const words = {
  choose: 'Take or choose a picture',
  replace: 'Choose another picture',
  uploading: 'Uploading',
  cancel: 'Cancel the upload',
  uploaded: 'Uploaded',
  remove: 'Remove the picture',
}

const preview = '/icon-512.png'

const states: readonly { readonly label: string; readonly image: PickedImage; readonly error?: string }[] = [
  { label: 'Sending', image: { kind: 'uploading', preview, done: 0.42 } },
  { label: 'Being looked at', image: { kind: 'uploading', preview, done: 1 } },
  { label: 'Sent', image: { kind: 'ready', preview } },
  { label: 'Refused', image: { kind: 'empty' }, error: 'Please use a JPEG, PNG or WebP picture.' },
]

/** What is a picture itself: the code a camera reads, and the place for a document. */
export function ShowcasePictures() {
  const [image, setImage] = useState<PickedImage>({ kind: 'empty' })
  const nothing = () => undefined
  return (
    <ShowcaseSection title="Pictures">
      <QrCode
        className="size-44"
        label="QR code of an address"
        text="https://example.com/register?invite_code=7KQ2M9RD"
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3">
        <ImagePicker
          accept="image/jpeg,image/png,image/webp"
          image={image}
          label="Front side"
          onBroken={() => setImage({ kind: 'empty' })}
          onCancel={nothing}
          onPick={() => setImage({ kind: 'ready', preview })}
          onRemove={() => setImage({ kind: 'empty' })}
          words={words}
        />
        {states.map(({ label, image: shown, error }) => (
          <ImagePicker
            accept="image/*"
            error={error}
            image={shown}
            key={label}
            label={label}
            onBroken={nothing}
            onCancel={nothing}
            onPick={nothing}
            onRemove={nothing}
            words={words}
          />
        ))}
      </div>
    </ShowcaseSection>
  )
}
