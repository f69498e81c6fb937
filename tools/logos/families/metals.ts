import { lettering } from '#tools/logos/drawing/lettering.ts'
import { circle, path, svg } from '#tools/logos/drawing/svg.ts'

type Metal = {
  readonly symbol: string
  readonly ground: string
  readonly top: string
  readonly face: string
  readonly side: string
  readonly ink: string
}

const symbols: Readonly<Record<string, Metal>> = {
  XAUUSD: {
    symbol: 'Au',
    ground: '#b07c1c',
    top: '#fff1bd',
    face: '#fbd25f',
    side: '#e3a92f',
    ink: '#5c3d00',
  },
  XAGUSD: { symbol: 'Ag', ground: '#76818f', top: '#fff', face: '#dce2e9', side: '#b3bdc9', ink: '#2e3742' },
  XPTUSD: {
    symbol: 'Pt',
    ground: '#4f7890',
    top: '#f3fbff',
    face: '#cfe6f1',
    side: '#9fc4d6',
    ink: '#163a4c',
  },
  XPDUSD: {
    symbol: 'Pd',
    ground: '#7b6a8d',
    top: '#fbf6ff',
    face: '#e4d8ee',
    side: '#bfadd0',
    ink: '#3b2a4d',
  },
  COPPER: {
    symbol: 'Cu',
    ground: '#96492a',
    top: '#ffd9c2',
    face: '#f0a274',
    side: '#d07a4a',
    ink: '#52200b',
  },
}

export const metals: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(symbols).map(([code, metal]) => [code, ingot(metal)]),
)

function ingot({ symbol, ground, top, face, side, ink }: Metal): string {
  return svg(
    circle(20, 20, 19, { fill: ground }),
    path('M12.6 11H27.4L30.2 16H9.8z', { fill: top }),
    path('M9.8 16H30.2L33.8 29.4H6.2z', { fill: face }),
    path('M6.6 27.9H33.4L33.8 29.4H6.2z', { fill: side }),
    lettering({ text: symbol, x: 20, y: 21.7, height: 9.4, weight: 2, colour: ink }),
  )
}
