import type { Chart as Canvas } from 'klinecharts'

const barsAtOnce = 5
/** By how much a candle grows wider. */
const zoomAtOnce = 1.2

/** What fingers do, for those who use keys: the arrows scroll, plus and minus zoom, End leads to the newest candle. */
export function handleChartKeys(element: HTMLElement, canvas: Canvas): void {
  const actions: ReadonlyMap<string, () => void> = new Map([
    ['ArrowLeft', () => canvas.scrollByDistance(barsAtOnce * canvas.getBarSpace().bar)],
    ['ArrowRight', () => canvas.scrollByDistance(-barsAtOnce * canvas.getBarSpace().bar)],
    ['+', () => canvas.zoomAtCoordinate(zoomAtOnce)],
    ['=', () => canvas.zoomAtCoordinate(zoomAtOnce)],
    ['-', () => canvas.zoomAtCoordinate(1 / zoomAtOnce)],
    ['End', () => canvas.scrollToRealTime()],
  ])
  element.addEventListener('keydown', (event) => {
    const action = actions.get(event.key)
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  })
}
