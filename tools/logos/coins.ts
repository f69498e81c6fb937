import { lettering } from '#tools/logos/lettering.ts'
import { circle, svg } from '#tools/logos/svg.ts'

type Coin = { readonly sign: string; readonly face: string; readonly rim: string }

/** The currency sign of each coin if it has one, otherwise initials. Logos of the projects are not used. */
const signs: Readonly<Record<string, Coin>> = {
  BTCUSD: { sign: '₿', face: '#db7406', rim: '#ffc37a' },
  ETHUSD: { sign: 'Ξ', face: '#5468c4', rim: '#a9b6f2' },
  SOLUSD: { sign: 'S', face: '#7b3fd1', rim: '#c3a0f5' },
  XRPUSD: { sign: 'X', face: '#3c556d', rim: '#8ea3b8' },
  LTCUSD: { sign: 'Ł', face: '#6d7f99', rim: '#bccadd' },
  DOGEUSD: { sign: 'Ð', face: '#a98414', rim: '#ecd079' },
  ADAUSD: { sign: 'A', face: '#1559c7', rim: '#86b2f7' },
}

export const coins: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(signs).map(([code, coin]) => [code, draw(coin)]),
)

function draw({ sign, face, rim }: Coin): string {
  return svg(
    circle(20, 20, 19, { fill: face }),
    circle(20, 20, 16.2, { fill: 'none', stroke: rim, 'stroke-width': 1.1 }),
    lettering({ text: sign, x: 20, y: 20, height: 16, weight: 3, colour: '#fff' }),
  )
}
