import { useState } from 'react'
import type { IdentityCheckAnswer } from '#contract/desk/identity.ts'
import { CheckFacts } from '#desk/screens/check/check-facts.tsx'
import { DecisionBar } from '#desk/screens/check/decision-bar.tsx'
import { DocumentPicture, type Side } from '#desk/screens/check/document-picture.tsx'
import { type Turn, turned } from '#desk/screens/check/picture-view.ts'
import { PictureViewer } from '#desk/screens/check/picture-viewer.tsx'
import { useKeys } from '#desk/screens/check/use-keys.ts'
import { usePicture } from '#desk/screens/check/use-picture.ts'

const sides = ['front', 'reverse'] as const satisfies readonly Side[]

/** From top to bottom: what was written, both pictures side by side, the decision. */
export function CheckView({ check }: { check: IdentityCheckAnswer }) {
  const pictures = { front: usePicture(check.front_pic), reverse: usePicture(check.reverse_pic) }
  const [turns, setTurns] = useState<Readonly<Record<Side, Turn>>>({ front: 0, reverse: 0 })
  const [enlarged, setEnlarged] = useState<Side>()
  const turn = (side: Side) => setTurns({ ...turns, [side]: turned(turns[side]) })
  const enlarge = (side: Side) => {
    if (pictures[side].address !== undefined) setEnlarged(side)
  }
  useKeys({ f: () => enlarge('front'), b: () => enlarge('reverse') })
  const hasSeenBoth = sides.every((side) => pictures[side].address !== undefined)
  const shown = enlarged === undefined ? undefined : pictures[enlarged].address
  return (
    <div className="flex grow flex-col gap-4">
      <CheckFacts check={check} />
      <div className="grid grow auto-rows-fr gap-4 md:grid-cols-2">
        {sides.map((side) => (
          <DocumentPicture
            key={side}
            onEnlarge={() => enlarge(side)}
            onTurn={() => turn(side)}
            picture={pictures[side]}
            side={side}
            turn={turns[side]}
          />
        ))}
      </div>
      {check.state === 'waiting' ? <DecisionBar canApprove={hasSeenBoth} check={check} /> : null}
      {enlarged === undefined || shown === undefined ? null : (
        <PictureViewer
          address={shown}
          onClose={() => setEnlarged(undefined)}
          onTurn={() => turn(enlarged)}
          side={enlarged}
          turn={turns[enlarged]}
        />
      )}
    </div>
  )
}
