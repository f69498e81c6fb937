import { lettering } from '#tools/logos/lettering.ts'
import { circle, path, svg } from '#tools/logos/svg.ts'

const oilBlack = '#1b2029'

export const energies: Readonly<Record<string, string>> = {
  USOIL: oil('W', '#e0a03a'),
  UKOIL: oil('B', '#3fa596'),
  NGAS: gas(),
}

function oil(letter: string, ground: string): string {
  return svg(
    circle(20, 20, 19, { fill: ground }),
    path('M20 4.5C23.5 10.5 30.5 16.5 30.5 24A10.5 10.5 0 0 1 9.5 24C9.5 16.5 16.5 10.5 20 4.5z', {
      fill: oilBlack,
    }),
    lettering({ text: letter, x: 20, y: 23.8, height: 11.4, weight: 2.4, colour: '#fff' }),
  )
}

function gas(): string {
  return svg(
    circle(20, 20, 19, { fill: '#1f5fae' }),
    path(
      'M21 5C22 11 30 14.5 30 23.5C30 29.5 25.5 34 20 34C14.5 34 10 29.7 10 24C10 20 12 17.5 14 15.5C14.3 17.5 15.2 18.6 16.5 19C16 13.5 17.5 8 21 5z',
      { fill: '#7cc8ff' },
    ),
    path(
      'M20.5 19.5C21 23 25 24.5 25 28.5C25 31.7 22.8 34 20 34C17.2 34 15 31.7 15 28.8C15 25 19 23.5 20.5 19.5z',
      { fill: '#fff' },
    ),
  )
}

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
