import { useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Figure } from '#ui/figure.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ListGroup } from '#ui/list-group.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Panel } from '#ui/panel.tsx'
import { Stat } from '#ui/stat.tsx'
import { Switch } from '#ui/switch.tsx'
import { ShowcaseSection } from '#web/screens/showcase/showcase-section.tsx'

const nothing = () => undefined

/** Panels, cards and menu rows, as /user and /order combine them. */
export function ShowcaseAccount() {
  const [hidden, setHidden] = useState(false)
  const [alerts, setAlerts] = useState(true)
  return (
    <ShowcaseSection title="Panel, card, entries">
      <Panel>
        <div className="flex items-center justify-between text-13 text-dim">
          <span>
            uid <Figure grouped={false} value="30018842" />
          </span>
          <Badge tone="good">Verified</Badge>
        </div>
        <div className="flex items-center gap-2">
          {hidden ? (
            <span className="text-28">••••••</span>
          ) : (
            <Figure className="text-28 font-bold tracking-tight" fraction="small" value="12480.55" />
          )}
          <span className="text-13 text-dim">USD</span>
          <IconButton
            className="ms-auto -me-3"
            icon={hidden ? 'eye-off' : 'eye'}
            label={hidden ? 'Show' : 'Hide'}
            onSelect={() => setHidden(!hidden)}
          />
        </div>
        <div className="mt-4 grid grid-cols-4 gap-2 text-12 text-dim">
          {(['deposit', 'withdraw', 'wallet', 'order'] as const).map((icon) => (
            <button className="grid justify-items-center gap-2" key={icon} type="button">
              <span className="grid size-11 place-items-center rounded-16 border border-line bg-ground text-text">
                <Icon name={icon} size={20} />
              </span>
              {icon}
            </button>
          ))}
        </div>
      </Panel>
      <Panel className="grid gap-3">
        <div className="flex items-center gap-2">
          <b className="font-semibold">EUR/USD</b>
          <Badge tone="rise">Buy</Badge>
          <Figure className="ms-auto font-semibold" plus tone="sign" value="88.500000" />
        </div>
        <div className="grid grid-cols-4 gap-2">
          <Stat label="Lots">
            <Figure value="0.50" />
          </Stat>
          <Stat label="Open">
            <Figure value="1.08435" />
          </Stat>
          <Stat label="Now">
            <Figure value="1.08612" />
          </Stat>
          <Stat label="Leverage">
            <Figure prefix="×" value={100} />
          </Stat>
        </div>
        <div className="grid grid-cols-3 gap-2">
          <Button size="small" variant="secondary">
            Stops
          </Button>
          <Button size="small" variant="secondary">
            Close part
          </Button>
          <Button size="small" variant="strong">
            Close
          </Button>
        </div>
      </Panel>
      <ListGroup>
        <ListRow
          href="/real-name"
          icon="id"
          label="Identity verification"
          onSelect={nothing}
          value="Verified"
        />
        <ListRow
          href="/invite"
          icon="gift"
          label="Invite"
          onSelect={nothing}
          value={<span className="ltr-isolate">7KQ2 M9RD</span>}
        />
        <ListRow icon="lock" label="Change password" onSelect={nothing} />
      </ListGroup>
      <ListGroup title="Settings">
        <ListRow icon="globe" label="Language" onSelect={nothing} value="English" />
        <ListRow
          control={<Switch checked={alerts} label="Price alerts" onChange={setAlerts} />}
          icon="bell"
          label="Price alerts"
          note="When a price crosses your line"
        />
        <ListRow disabled icon="wallet" label="Unavailable" onSelect={nothing} />
        <ListRow icon="logout" label="Log out" onSelect={nothing} tone="danger" />
      </ListGroup>
    </ShowcaseSection>
  )
}
