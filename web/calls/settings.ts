import type { Call } from '#browser/calls/call-request.ts'
import type {
  AreaListAnswer,
  BasicInfoAnswer,
  DefaultSettingAnswer,
  DefaultSettingInput,
} from '#contract/calls/settings.ts'

/** Base settings, read when the app starts. Quiet: no user action caused the call. */
export function readBasicInfo(call: Call, signal?: AbortSignal): Promise<BasicInfoAnswer> {
  return call({ path: '/api/basicSet/getBasicInfo', verb: 'GET', background: true, quiet: true, signal })
}

/** One public setting. Quiet: a screen that cannot read it uses the default. */
export function readSetting(
  call: Call,
  key: DefaultSettingInput['key'],
  signal?: AbortSignal,
): Promise<DefaultSettingAnswer> {
  return call({ path: '/api/default/setting', verb: 'GET', input: { key }, quiet: true, signal })
}

/** Countries and their dialling codes. Quiet: the list shows its own error with a retry button. */
export function readAreas(call: Call, signal?: AbortSignal): Promise<AreaListAnswer> {
  return call({ path: '/api/default/area_list', verb: 'GET', quiet: true, signal })
}
