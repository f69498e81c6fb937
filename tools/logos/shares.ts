import { lettering } from '#tools/logos/lettering.ts'
import { circle, svg } from '#tools/logos/svg.ts'

/** Two letters and a colour of our choice. Company logos are not used. */
const monograms: Readonly<Record<string, readonly [letters: string, colour: string]>> = {
  AAPL: ['AP', '#155aa7'],
  MSFT: ['MS', '#b25022'],
  NVDA: ['NV', '#006a67'],
  AMZN: ['AM', '#a54c8b'],
  GOOGL: ['GO', '#496616'],
  META: ['ME', '#5d67c2'],
  TSLA: ['TS', '#8e4400'],
  NFLX: ['NF', '#197f91'],
  JPM: ['JP', '#963056'],
  'SAP.DE': ['SA', '#218741'],
  'SIE.DE': ['SI', '#65459e'],
  'MC.PA': ['MC', '#966900'],
  'HSBA.L': ['HS', '#00649c'],
  '0700.HK': ['TC', '#b54a4b'],
  '9988.HK': ['AB', '#0a6b53'],
  '7203.T': ['TO', '#9353a5'],
  '6758.T': ['SO', '#635e00'],
}

export const shares: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(monograms).map(([code, [letters, colour]]) => [code, badge(letters, colour)]),
)

function badge(letters: string, colour: string): string {
  return svg(
    circle(20, 20, 19, { fill: colour }),
    lettering({ text: letters, x: 20, y: 20, height: 13, weight: 2.6, colour: '#fff' }),
  )
}
