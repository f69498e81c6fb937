import { group, path } from '#tools/logos/drawing/svg.ts'

/**
 * A drawing cut to a shape. The grey edge keeps a white one whole on a light ground and a dark one on a dark ground.
 * The same id names the same shape in every file, so that two logos on one page could not disturb each other.
 */
export function cut(id: string, shape: string, drawing: string): string {
  const edge = path(shape, { fill: 'none', stroke: '#8a94a6', 'stroke-opacity': 0.5, 'stroke-width': 1.2 })
  return `<clipPath id="${id}"><path d="${shape}"/></clipPath>${group({ 'clip-path': `url(#${id})` }, drawing, edge)}`
}

export function disc(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 0 1 ${radius * 2} 0a${radius} ${radius} 0 0 1-${radius * 2} 0z`
}
