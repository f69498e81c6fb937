import type { Chart as Canvas } from 'klinecharts'

const barsPerKey = 5
const zoomFactor = 1.2

/** Keyboard navigation: arrows scroll, plus and minus zoom, End goes to the newest candle. */
export function handleChartKeys(element: HTMLElement, canvas: Canvas): void {
  const actions: ReadonlyMap<string, () => void> = new Map([
    ['ArrowLeft', () => canvas.scrollByDistance(barsPerKey * canvas.getBarSpace().bar)],
    ['ArrowRight', () => canvas.scrollByDistance(-barsPerKey * canvas.getBarSpace().bar)],
    ['+', () => canvas.zoomAtCoordinate(zoomFactor)],
    ['=', () => canvas.zoomAtCoordinate(zoomFactor)],
    ['-', () => canvas.zoomAtCoordinate(1 / zoomFactor)],
    ['End', () => canvas.scrollToRealTime()],
  ])
  element.addEventListener('keydown', (event) => {
    const action = actions.get(event.key)
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  })
}
