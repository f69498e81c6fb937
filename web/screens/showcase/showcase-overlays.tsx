import { useRef, useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { Field } from '#ui/field.tsx'
import { Figure } from '#ui/figure.tsx'
import { LoadingOverlay } from '#ui/loading-overlay.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Sheet } from '#ui/sheet.tsx'
import type { Toasts } from '#ui/toasts-store.ts'
import { ShowcaseSection } from '#web/screens/showcase/showcase-section.tsx'
import { ShowcaseTicket } from '#web/screens/showcase/showcase-ticket.tsx'

type Open = 'none' | 'ticket' | 'long' | 'persistent' | 'start' | 'end' | 'confirm' | 'danger' | 'notice'

const markets = [
  'EUR/USD',
  'GBP/USD',
  'USD/JPY',
  'XAU/USD',
  'XAG/USD',
  'USOIL',
  'SPX500',
  'GER40',
  'BTC/USD',
  'AAPL',
]

export function ShowcaseOverlays({ toasts }: { toasts: Toasts }) {
  const [open, setOpen] = useState<Open>('none')
  const [search, setSearch] = useState('')
  const [loading, setLoading] = useState(false)
  const password = useRef<HTMLInputElement>(null)
  const follow = (name: Open) => ({
    open: open === name,
    onOpenChange: (next: boolean) => setOpen(next ? name : 'none'),
  })
  const load = () => {
    setLoading(true)
    setTimeout(() => setLoading(false), 1500)
  }
  const confirm = () => {
    setOpen('none')
    toasts.show({ text: 'Order closed', tone: 'good' })
  }
  return (
    <ShowcaseSection title="Over the screen">
      <div className="flex flex-wrap gap-2">
        {(['ticket', 'long', 'persistent', 'start', 'end', 'confirm', 'danger', 'notice'] as const).map(
          (name) => (
            <Button key={name} onClick={() => setOpen(name)} size="small" variant="secondary">
              {name}
            </Button>
          ),
        )}
        <Button onClick={load} size="small" variant="secondary">
          loading
        </Button>
      </div>
      <Sheet
        {...follow('ticket')}
        aside={
          <span className="text-13 text-dim">
            <Figure value="1.08427" /> / <Figure value="1.08435" />
          </span>
        }
        footer={
          <Button full onClick={load} size="large" variant="rise">
            Buy 0.50 at 1.08435
          </Button>
        }
        title={
          <>
            EUR/USD <Badge tone="warn">DEMO</Badge>
          </>
        }
      >
        <ShowcaseTicket />
      </Sheet>
      <Sheet {...follow('long')} title="A long text">
        {markets.concat(markets, markets).map((market, position) => (
          <p className="py-2" key={`${market}-${position.toString()}`}>
            {market} is one of many lines.
          </p>
        ))}
      </Sheet>
      <Sheet {...follow('persistent')} dismissible={false} title="Not by accident">
        <p className="text-dim">No swipe and no press outside closes this one; its cross does.</p>
      </Sheet>
      {(['start', 'end'] as const).map((side) => (
        <Drawer
          {...follow(side)}
          key={side}
          side={side}
          title="Markets"
          top={
            <SearchField label="Search markets" onChange={setSearch} placeholder="Search" value={search} />
          }
        >
          <ul className="[&>li+li]:border-t [&>li+li]:border-line">
            {markets.map((market) => (
              <li className="flex justify-between px-4 py-3" key={market}>
                {market} <Figure value="1.08427" />
              </li>
            ))}
          </ul>
        </Drawer>
      ))}
      <Dialog
        {...follow('confirm')}
        cancelLabel="Not now"
        confirmLabel="Continue"
        onConfirm={confirm}
        text="You will be taken to the deposit page."
        title="Leave this page?"
      />
      <Dialog
        {...follow('danger')}
        cancelLabel="Keep it"
        confirmLabel="Close order"
        onConfirm={confirm}
        text="The order is closed at the next price. This cannot be undone."
        title="Close EUR/USD 0.50?"
        tone="danger"
      />
      <Dialog
        {...follow('notice')}
        confirmLabel="I have saved it"
        initialFocus={password}
        onConfirm={() => setOpen('none')}
        text="It is shown only now."
        title="Your new password"
      >
        <Field dir="ltr" label="Password" readOnly ref={password} value="correct horse battery" />
      </Dialog>
      <LoadingOverlay open={loading} />
    </ShowcaseSection>
  )
}
