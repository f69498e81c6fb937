import type { DefaultSettingAnswer, DefaultSettingInput } from '#contract/calls/settings.ts'
import type { Call } from '#web/calls/call-request.ts'

/** One public setting. Quiet: a screen that cannot read it falls back to the default, and the user asked for nothing. */
export function readSetting(
  call: Call,
  key: DefaultSettingInput['key'],
  signal?: AbortSignal,
): Promise<DefaultSettingAnswer> {
  return call({ path: '/api/default/setting', verb: 'GET', input: { key }, quiet: true, signal })
}
