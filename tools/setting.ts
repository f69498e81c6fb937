// npm run setting [-- key [value]]: shows settings or changes one, with or without a running server.
import { userInfo } from 'node:os'
import { StartFailure } from '#server/platform/start-failure.ts'
import {
  createSettings,
  isSettingKey,
  type SettingKey,
  type Settings,
  settingDefinitions,
  settingKeys,
  weakensProtection,
} from '#server/settings/settings.ts'
import { withStorage } from '#tools/tool-storage.ts'

const usage = 'Usage: npm run setting, npm run setting -- key, or npm run setting -- key value'

async function run([key, value, ...rest]: readonly string[]): Promise<number> {
  if (rest.length > 0) return fail(`Too many arguments (quote a value with spaces). ${usage}`)
  if (key !== undefined && !isSettingKey(key))
    return fail(`${key} is not a setting. Settings: ${settingKeys.join(', ')}.`)
  return await withSettings(async (settings) => {
    if (key === undefined) return list(settings, settingKeys)
    return value === undefined ? list(settings, [key]) : await change(settings, key, value)
  })
}

async function withSettings(work: (settings: Settings) => Promise<number> | number): Promise<number> {
  return await withStorage(async (storage) => {
    const settings = await createSettings(storage)
    return await Promise.resolve(work(settings)).finally(settings.stop)
  })
}

function list(settings: Settings, keys: readonly SettingKey[]): number {
  for (const key of keys) {
    const { default: defaultValue, description } = settingDefinitions[key]
    console.log(
      `${key} = ${display(settings.get(key))}   (default ${display(defaultValue)})\n    ${description}`,
    )
  }
  return 0
}

/** At the console two operators make a change that weakens a protection of money. Here it is made at once. */
async function change(settings: Settings, key: SettingKey, value: string): Promise<number> {
  const outcome = await settings.change(key, value, `cli:${userInfo().username}`)
  if (outcome.kind === 'refused') return fail(`${key} ${outcome.reason}.`)
  if (outcome.kind === 'unchanged') console.log(`${key} is already ${display(outcome.value)}.`)
  else console.log(`${key} is now ${display(outcome.to)} (it was ${display(outcome.from)}).`)
  if (outcome.kind === 'changed' && weakensProtection(key, outcome.from, outcome.to))
    console.error(
      `This weakens a protection of money. At the console it needs the approval of a second operator.`,
    )
  return 0
}

function display(value: string | number): string {
  return value === '' ? '(empty)' : String(value)
}

function fail(message: string): number {
  console.error(message)
  return 1
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (caught) {
  if (!(caught instanceof StartFailure)) throw caught
  process.exitCode = fail(caught.message)
}
