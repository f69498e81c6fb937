/** Browser and operating system named in a user agent. */
export type Device = {
  readonly browser: string | undefined
  readonly system: string | undefined
  readonly isHandheld: boolean
}

/** Tried in order, because most user agents also name the browsers they derive from: Edge also names Chrome. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\//, 'WeChat'],
  [/\bLine\//, 'LINE'],
  [/FBAN|FBAV/, 'Facebook'],
  [/Instagram/, 'Instagram'],
  [/EdgA?\/|EdgiOS\//, 'Edge'],
  [/OPR\/|OPT\/|OPX\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/HuaweiBrowser\//, 'Huawei Browser'],
  [/MiuiBrowser\//, 'Mi Browser'],
  [/UCBrowser\//, 'UC Browser'],
  [/YaBrowser\//, 'Yandex Browser'],
  [/Vivaldi\//, 'Vivaldi'],
  [/DuckDuckGo\//, 'DuckDuckGo'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

const handhelds: readonly (string | undefined)[] = ['iPhone', 'iPad', 'HarmonyOS', 'Android']

/** Longer than any real user agent. The rest is ignored. */
const maxCharacters = 512

export function parseUserAgent(userAgent: string): Device {
  const text = userAgent.slice(0, maxCharacters)
  const nameIn = (names: typeof browsers) => names.find(([pattern]) => pattern.test(text))?.[1]
  const system = nameIn(systems)
  return { browser: nameIn(browsers), system, isHandheld: handhelds.includes(system) }
}
