import type {
  AreaListAnswer,
  BasicInfoAnswer,
  DefaultSettingAnswer,
  DefaultSettingInput,
} from '#contract/calls/settings.ts'
import type { Call } from '#web/calls/call-request.ts'

/** The base settings, asked for when the app starts. Quiet, because the user asked for nothing. */
export function readBasicInfo(call: Call, signal?: AbortSignal): Promise<BasicInfoAnswer> {
  return call({ path: '/api/basicSet/getBasicInfo', verb: 'GET', background: true, quiet: true, signal })
}

/** One public setting. Quiet: a screen that cannot read it falls back to the default, and the user asked for nothing. */
export function readSetting(
  call: Call,
  key: DefaultSettingInput['key'],
  signal?: AbortSignal,
): Promise<DefaultSettingAnswer> {
  return call({ path: '/api/default/setting', verb: 'GET', input: { key }, quiet: true, signal })
}

/** The countries and their dialling codes. Quiet: the list itself says that it is missing, and offers to try again. */
export function readAreas(call: Call, signal?: AbortSignal): Promise<AreaListAnswer> {
  return call({ path: '/api/default/area_list', verb: 'GET', quiet: true, signal })
}
