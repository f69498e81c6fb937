import { useState } from 'react'
import { CodeField, type CodeSend } from '#ui/code-field.tsx'
import { StillLabel } from '#ui/still-label.tsx'
import { StrengthMeter } from '#ui/strength-meter.tsx'
import { ShowcaseSection } from '#web/screens/showcase/showcase-section.tsx'

const labels = ['Send code', 'Send again', '60 s']
const idle: CodeSend = {
  label: 'Send code',
  labels,
  isWaiting: false,
  isBusy: false,
  onSend: () => undefined,
}
const states: Readonly<Record<string, CodeSend>> = {
  'Code to be sent': idle,
  'Code on its way': { ...idle, isBusy: true },
  'Code sent': { ...idle, label: '9 s', isWaiting: true, name: 'You can ask for another code in 9 seconds' },
  'Code to be sent again': { ...idle, label: 'Send again' },
}

const strengths = ['Not enough', 'Weak', 'Fair', 'Good', 'Strong']

/** What the forms on the way in are made of besides the fields. */
export function ShowcaseEntry() {
  const [code, setCode] = useState('481516')
  const [presses, setPresses] = useState(0)
  const onSend = () => setPresses(presses + 1)
  return (
    <ShowcaseSection title="Code, strength">
      {Object.entries(states).map(([label, send]) => (
        <CodeField key={label} label={label} onChange={setCode} send={{ ...send, onSend }} value={code} />
      ))}
      <CodeField
        error="This code is wrong or has expired"
        label="Wrong code"
        onChange={setCode}
        send={idle}
        value={code}
      />
      <CodeField
        hint="On its way to ann@example.com"
        label="Code with a hint"
        onChange={setCode}
        send={idle}
        value={code}
      />
      {([0, 1, 2, 3, 4] as const).map((level) => (
        <StrengthMeter
          among={strengths}
          key={level}
          label="Strength"
          level={level}
          words={strengths[level] ?? ''}
        />
      ))}
      <StrengthMeter among={strengths} label="Strength of nothing" level={0} words="" />
      <span className="text-13">
        <StillLabel among={['Short', 'Quite a bit longer']} text="Short" /> and what follows stays where it is
      </span>
      <output className="text-12 text-dim" data-testid="code">
        {code} · {presses}
      </output>
    </ShowcaseSection>
  )
}
