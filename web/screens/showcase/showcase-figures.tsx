import { useEffect, useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Figure } from '#ui/figure.tsx'
import { Panel } from '#ui/panel.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import { Stat } from '#ui/stat.tsx'
import { ShowcaseSection } from '#web/screens/showcase/showcase-section.tsx'

const closes = [3, 2, 4, 3, 5, 7, 6, 8, 7, 9]
const prices = ['1.08427', '1.08431', '1.08429', '1.08440', '1.08412'] as const

/** Numbers: large, signed, grouped, missing, changing. */
export function ShowcaseFigures() {
  const [turn, setTurn] = useState(0)
  const [runs, setRuns] = useState(false)
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(() => setTurn((before) => before + 1), 700)
    return () => clearInterval(timer)
  }, [runs])
  const price = prices[turn % prices.length] ?? null
  return (
    <ShowcaseSection title="Figure">
      <Panel className="grid gap-4">
        <div className="flex items-baseline gap-3">
          <Figure
            className="text-28 font-bold tracking-tight"
            flash
            fraction="pip"
            tone="rise"
            value={price}
          />
          <Figure className="text-13 font-semibold" decimals={2} plus tone="sign" unit="%" value="0.31" />
        </div>
        <div className="flex items-baseline justify-between gap-3">
          <Figure className="text-28 font-bold tracking-tight" value="100214.63" />
          <Figure className="font-semibold" plus tone="sign" value="214.630000" />
        </div>
        <div className="flex items-baseline justify-between gap-3">
          <Figure className="text-28 font-bold tracking-tight" fraction="small" value="12480.55" />
          <Figure className="font-semibold" tone="sign" value="-9.204151" />
        </div>
        <div className="grid grid-cols-4 gap-2">
          <Stat label="Lots">
            <Figure value="0.50" />
          </Stat>
          <Stat label="Volume">
            <Figure value={48210} />
          </Stat>
          <Stat label="Leverage">
            <Figure prefix="×" value={100} />
          </Stat>
          <Stat label="Missing">
            <Figure value={null} />
          </Stat>
        </div>
        <div className="flex flex-wrap gap-2">
          <Badge tone="rise">
            <Figure plus unit="%" value="0.31" />
          </Badge>
          <Badge tone="fall">
            <Figure unit="%" value="-0.47" />
          </Badge>
          <Badge>opens 14:30</Badge>
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <Sparkline tone="rise" values={closes} />
          <Sparkline tone="fall" values={closes.toReversed()} />
          <Sparkline className="h-4.5 w-16" values={closes} />
          <Sparkline values={[1, 1]} />
          <Sparkline values={undefined} />
        </div>
      </Panel>
      <div className="flex gap-2">
        <Button onClick={() => setTurn(turn + 1)} size="small" variant="secondary">
          Next tick
        </Button>
        <Button onClick={() => setRuns(!runs)} size="small" variant="secondary">
          {runs ? 'Stop ticks' : 'Run ticks'}
        </Button>
      </div>
    </ShowcaseSection>
  )
}
