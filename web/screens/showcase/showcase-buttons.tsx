import { useState } from 'react'
import { Button, ButtonLink, type ButtonVariant } from '#ui/button.tsx'
import { Figure } from '#ui/figure.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ShowcaseSection } from '#web/screens/showcase/showcase-section.tsx'

const variants: readonly ButtonVariant[] = [
  'primary',
  'strong',
  'secondary',
  'quiet',
  'danger',
  'rise',
  'fall',
]

export function ShowcaseButtons() {
  const [busy, setBusy] = useState(false)
  return (
    <ShowcaseSection title="Button">
      <div className="flex flex-wrap gap-2">
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small">Small</Button>
        <Button size="medium">Medium</Button>
        <Button size="large">Large</Button>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled>Disabled</Button>
        <Button busy variant="secondary">
          Busy for ever
        </Button>
        <Button icon="upload" variant="secondary">
          Upload
        </Button>
        <ButtonLink href="/ui" variant="quiet">
          A link
        </ButtonLink>
      </div>
      <Button busy={busy} full onClick={() => setBusy(true)} size="large" variant="rise">
        Buy 0.50 at 1.08435
      </Button>
      <div className="grid grid-cols-2 gap-2">
        <Button size="large" variant="fall">
          <span className="grid">
            <span className="text-12">Sell</span>
            <Figure value="1.08427" />
          </span>
        </Button>
        <Button size="large" variant="rise">
          <span className="grid">
            <span className="text-12">Buy</span>
            <Figure value="1.08435" />
          </span>
        </Button>
      </div>
      <div className="flex gap-1">
        <IconButton icon="search" label="Search" />
        <IconButton count={1} icon="chat" label="Support, 1 new" />
        <IconButton count={120} icon="bell" label="Notifications, 99+ new" />
        <IconButton disabled icon="refresh" label="Refresh" />
        <IconButton icon="back" label="Back" />
      </div>
    </ShowcaseSection>
  )
}
