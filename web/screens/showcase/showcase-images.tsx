import { useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { type IconName, iconPaths } from '#ui/icon-paths.ts'
import { ImagePicker, type PickedImage } from '#ui/image-picker.tsx'
import { Logo } from '#ui/logo.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { ShowcaseSection } from '#web/screens/showcase/showcase-section.tsx'

const isIconName = (name: string): name is IconName => name in iconPaths

export function ShowcaseIcons() {
  return (
    <ShowcaseSection title="Icon">
      <div className="flex items-center gap-6">
        <Logo size={28} />
        <Logo markOnly size={44} />
      </div>
      <ul className="grid grid-cols-5 gap-3 text-center text-12 text-dim">
        {Object.keys(iconPaths)
          .filter(isIconName)
          .map((name) => (
            <li className="grid justify-items-center gap-1" key={name}>
              <Icon className="text-text" name={name} />
              <span className="break-all">{name}</span>
            </li>
          ))}
      </ul>
    </ShowcaseSection>
  )
}

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

/** QR code and image picker. */
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
          labels={words}
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
            labels={words}
          />
        ))}
      </div>
    </ShowcaseSection>
  )
}
