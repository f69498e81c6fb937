// Compares the simulated prices with recorded ones and prints tables for docs/simulated-prices.md:
//   node tools/compare-simulation.ts <folder of recorded prices>
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { barFigures, tickFigures } from '#tools/simulation/figures.ts'
import { readBars, readTicks } from '#tools/simulation/recorded-prices.ts'
import { simulatedBars, simulatedTicks } from '#tools/simulation/simulated-prices.ts'

type Recording = { readonly file: string; readonly code: string; readonly shown: string }

const barFiles: readonly (Recording & { readonly minutes: number })[] = [
  { file: 'EURUSD_5m_2026h1_orkad.csv.gz', code: 'EURUSD', shown: 'EURUSD 2026', minutes: 5 },
  { file: 'EURUSD_m1_2014-05_oanda.csv.gz', code: 'EURUSD', shown: 'EURUSD 2014', minutes: 1 },
  { file: 'USDJPY_3m_2026h1_orkad.csv.gz', code: 'USDJPY', shown: 'USDJPY 2026', minutes: 3 },
  { file: 'XAUUSD_5m_2026h1_orkad.csv.gz', code: 'XAUUSD', shown: 'XAUUSD 2026', minutes: 5 },
  { file: 'XAUUSD_m1_2014-05_oanda.csv.gz', code: 'XAUUSD', shown: 'XAUUSD 2014', minutes: 1 },
  { file: 'SPX500_3m_2026h1_orkad.csv.gz', code: 'SPX500', shown: 'SPX500 2026', minutes: 3 },
  { file: 'DE30_m1_2019-02_oanda.csv.gz', code: 'GER40', shown: 'GER40 2019', minutes: 1 },
  { file: 'BTCUSD_m1_2018-04_coinbase.csv.gz', code: 'BTCUSD', shown: 'BTCUSD 2018', minutes: 1 },
]

const tickFiles: readonly Recording[] = [
  { file: 'EURUSD_ticks_2026-07-13T12_dukascopy.csv.gz', code: 'EURUSD', shown: 'EURUSD 2026, an hour' },
  { file: 'EURUSD_ticks_2014-05-04_09_oanda.csv.gz', code: 'EURUSD', shown: 'EURUSD 2014, a week' },
  { file: 'SPX500_ticks_2023-09-04_dukascopy.csv.gz', code: 'SPX500', shown: 'SPX500 2023, a holiday' },
  { file: 'BTCUSD_ticks_2023-02-20T12_dukascopy.csv.gz', code: 'BTCUSD', shown: 'BTCUSD 2023, an hour' },
]

const folder = process.argv[2]
if (folder === undefined || !existsSync(folder)) {
  console.error('Pass the folder of recorded prices: node tools/compare-simulation.ts <folder>')
  process.exit(1)
}

const bars = barFiles.map(({ file, code, shown, minutes }) => {
  const recorded = readBars(join(folder, file))
  const barMs = minutes * 60_000
  return {
    shown: `${shown}, ${minutes} min`,
    real: barFigures(recorded, barMs),
    simulated: barFigures(simulatedBars(code, recorded, barMs), barMs),
  }
})
const ticks = tickFiles.map(({ file, code, shown }) => {
  const recorded = readTicks(join(folder, file))
  return { shown, real: tickFigures(recorded), simulated: tickFigures(simulatedTicks(code, recorded)) }
})

/** Shows a dash for a missing figure: a recording may lack spreads, or bars for some hours. */
const shownAs = (figure: number | undefined, digits: number) =>
  figure === undefined || Number.isNaN(figure) ? '–' : figure.toFixed(digits)
const both = (real: number | undefined, simulated: number | undefined, digits = 2) =>
  `${shownAs(real, digits)} / ${shownAs(simulated, digits)}`

print('Moves, recorded / simulated', [
  ['bars', 'deviation, bp', 'of five bars, bp', 'kurtosis', 'unmoved', 'range', 'median spread, ppm'],
  ...bars.map(({ shown, real, simulated }) => [
    shown,
    both(real.deviation, simulated.deviation),
    both(real.deviationOfFive, simulated.deviationOfFive),
    both(real.kurtosis, simulated.kurtosis, 0),
    both(real.unmovedShare, simulated.unmovedShare),
    both(real.range, simulated.range),
    both(real.medianSpreadPpm, simulated.medianSpreadPpm, 0),
  ]),
])
print('Deviation by the hour of the day, UTC, over the mean, recorded / simulated', [
  ['bars', ...Array.from({ length: 8 }, (_, block) => `${block * 3}–${block * 3 + 3}`)],
  ...bars.map(({ shown, real, simulated }) => [
    shown,
    ...real.byHours.map((height, block) => both(height, simulated.byHours[block], 1)),
  ]),
])
print('Ticks, recorded / simulated', [
  ['ticks', 'a second', 'bid unmoved', 'median spread, ppm'],
  ...ticks.map(({ shown, real, simulated }) => [
    shown,
    both(real.perSecond, simulated.perSecond),
    both(real.unmovedShare, simulated.unmovedShare),
    both(real.medianSpreadPpm, simulated.medianSpreadPpm, 0),
  ]),
])

function print(title: string, [head = [], ...rows]: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = line(head.map((_, at) => (at === 0 ? '---' : '---:')))
  console.log(`**${title}**\n\n${[line(head), rule, ...rows.map(line)].join('\n')}\n`)
}
