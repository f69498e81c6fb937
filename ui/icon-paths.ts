/** The icon set: 1.7 px strokes on a 24 px grid, one path each. */

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`

const dot = (x: number, y: number) => `M${x} ${y}h.01`

export const iconPaths = {
  announcement: 'M4 10v4h3l8 4.5V5.5L7 10zM18.5 9.5c1.2 1.4 1.2 3.6 0 5M8 14l1.2 5h2.3l-1-4',
  'arrow-down': 'M12 5v14M6.5 13.5 12 19l5.5-5.5',
  'arrow-up': 'M12 19V5M6.5 10.5 12 5l5.5 5.5',
  back: 'M19.5 12h-15M11 5.5 4.5 12l6.5 6.5',
  bell: 'M6 16v-5a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4',
  calendar:
    'M5.5 6h13A1.5 1.5 0 0 1 20 7.5v11a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5v-11A1.5 1.5 0 0 1 5.5 6zM4 10.5h16M8 3.5V8M16 3.5V8',
  camera: `M4 8h3.5L9 5.5h6L16.5 8H20v11H4z${circle(12, 13, 3.3)}`,
  card: 'M5 5.5h14A1.5 1.5 0 0 1 20.5 7v10a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 17V7A1.5 1.5 0 0 1 5 5.5zM3.5 10h17M7 15h4',
  chat: 'M5 5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-7l-5 4v-4H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  'check-circle': `${circle(12, 12, 8.5)}m4.3 .3 3 3 5.5-6`,
  'chevron-back': 'm14.5 5.5-6.5 6.5 6.5 6.5',
  'chevron-down': 'm6 9.5 6 6 6-6',
  'chevron-forward': 'm9.5 5.5 6.5 6.5-6.5 6.5',
  'chevron-up': 'm6 14.5 6-6 6 6',
  clock: `${circle(12, 12, 8.5)}M12 7.5V12l3 2`,
  close: 'm6 6 12 12M18 6 6 18',
  computer: 'M4 5h16v11H4zM9 20h6M12 16v4',
  copy: 'M9.5 8.5h9A1.5 1.5 0 0 1 20 10v9a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 8 19v-9a1.5 1.5 0 0 1 1.5-1.5zM16 8.5V5A1.5 1.5 0 0 0 14.5 3.5h-9A1.5 1.5 0 0 0 4 5v9a1.5 1.5 0 0 0 1.5 1.5H8',
  'copy-trading': `${circle(9, 9, 3)}M3.5 18.5c.6-3 2.6-4.5 5.5-4.5${circle(16.5, 15, 2.5)}M12.5 20.5c.5-1.9 1.8-2.8 4-2.8s3.5.9 4 2.8`,
  deposit: 'M12 4v12M7 11l5 5 5-5M5 20h14',
  edit: 'M4.5 19.5 5.5 15 16 4.5l3.5 3.5L9 18.5zM13.5 7l3.5 3.5',
  eye: `M2.5 12S6 6 12 6s9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6z${circle(12, 12, 2.6)}`,
  'eye-off':
    'M9.5 6.3A9.6 9.6 0 0 1 12 6c6 0 9.5 6 9.5 6a17 17 0 0 1-3 3.6M6 7.8A16 16 0 0 0 2.5 12S6 18 12 18a9.7 9.7 0 0 0 4.3-1M10.2 10.2a2.6 2.6 0 0 0 3.6 3.6M4 4l16 16',
  filter: 'M4 6.5h16M7 12h10M10 17.5h4',
  gift: 'M4 9.5h16v4H4zM5.5 13.5V20h13v-6.5M12 9.5V20M12 9.5C7 9.5 7 4.5 9.7 4.5S12 9.5 12 9.5s0-5 2.5-5 2.5 5-2.5 5',
  globe: `${circle(12, 12, 8.5)}M3.5 12h17M12 3.5c3.3 3.4 3.3 13.6 0 17M12 3.5c-3.3 3.4-3.3 13.6 0 17`,
  history: 'M4 6v4.5h4.5M4.3 10.5a8.2 8.2 0 1 1-.2 3.5M12 8v4.5l3 1.7',
  home: 'M4 11 12 4l8 7v9h-5.5v-5.5h-5V20H4z',
  id: `M5.5 5h13a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2z${circle(9, 10.5, 1.9)}M6 15.8c.6-2.2 5.4-2.2 6 0M15 10h2.5M15 14h2.5`,
  info: `${circle(12, 12, 8.5)}M12 11.5v5${dot(12, 8)}`,
  key: `${circle(8.5, 15.5, 4)}m6.9-2.9 8.1-8.1M16 8l2.5 2.5`,
  link: 'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1-1',
  lock: 'M7 10.5h10a2 2 0 0 1 2 2v5.5a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-5.5a2 2 0 0 1 2-2zM8 10.5V8a4 4 0 0 1 8 0v2.5',
  logout: 'M14.5 4.5H6A1.5 1.5 0 0 0 4.5 6v12A1.5 1.5 0 0 0 6 19.5h8.5M10 12h10.5M16.5 8l4 4-4 4',
  mail: 'M5 5.5h14A1.5 1.5 0 0 1 20.5 7v10a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 17V7A1.5 1.5 0 0 1 5 5.5zM4 7l8 6 8-6',
  market: 'm4 17 5-6 4 4 7-9M15 6h5v5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M5.5 12h13',
  moon: 'M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z',
  more: `${circle(5.5, 12, 0.6)}${circle(12, 12, 0.6)}${circle(18.5, 12, 0.6)}`,
  news: 'M4 5h13v14H6a2 2 0 0 1-2-2zM17 9h3v8a2 2 0 0 1-2 2h-1M7.5 9h6M7.5 12.5h6M7.5 16h4',
  offline: `M3 9.5a14 14 0 0 1 4-2.5M21 9.5A14 14 0 0 0 11 6M6 13a9.5 9.5 0 0 1 4.2-2.3M18 13a9.5 9.5 0 0 0-2.5-1.7M9 16.3a5 5 0 0 1 5-.9M4 4l16 16${dot(12, 19.5)}`,
  order: 'M6 4h12v16l-3-2-3 2-3-2-3 2zM9 9h6M9 13h6',
  phone:
    'M8.5 3.5h7A1.5 1.5 0 0 1 17 5v14a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 19V5a1.5 1.5 0 0 1 1.5-1.5zM11 17.5h2',
  plus: 'M12 5.5v13M5.5 12h13',
  rank: 'M6 20v-7M12 20V5M18 20V10',
  refresh: 'M19.5 6v4.5H15M19.2 10.5A7.8 7.8 0 1 0 19.7 14',
  search: `${circle(11, 11, 6.5)}m11.3 4.7 4.2 4.3`,
  settings: `M4 7h9M19 7h1M4 17h1M11 17h9${circle(16, 7, 2.5)}${circle(8, 17, 2.5)}`,
  share: 'M12 15V4M8 7.5 12 3.5l4 4M6.5 11H5.5V20h13v-9h-1',
  shield: 'M12 3.5 19 6v5.5c0 4.3-2.8 7.4-7 9-4.2-1.6-7-4.7-7-9V6zM8.8 12l2.3 2.3 4.2-4.5',
  sort: 'M8 5v14M4.5 15.5 8 19l3.5-3.5M16 19V5M12.5 8.5 16 5l3.5 3.5',
  star: 'm12 4 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z',
  sun: `${circle(12, 12, 3.8)}M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4`,
  trade: 'M8 4v3M8 15v5M5.5 7h5v8h-5zM16 3v5M16 17v4M13.5 8h5v9h-5z',
  trash: 'M4.5 7h15M9 7V4.5h6V7M6.5 7l.8 12.5h9.4L17.5 7M10.5 11v5M13.5 11v5',
  upload: 'M12 15V5M7.5 9 12 4.5 16.5 9M4.5 15v4.5h15V15',
  user: `${circle(12, 8.5, 3.8)}M4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5`,
  wallet: `M4 7h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM4 7l11-3v3${dot(16, 13)}`,
  warning: `M12 4.5 21 19.5H3zM12 10v4.5${dot(12, 17)}`,
  withdraw: 'M12 16V4M7 9l5-5 5 5M5 20h14',
} as const

export type IconName = keyof typeof iconPaths

/** Icons that point along or against the reading direction, and are mirrored in Arabic. */
export const directionalIcons: ReadonlySet<IconName> = new Set<IconName>([
  'back',
  'chevron-back',
  'chevron-forward',
  'logout',
  'announcement',
  'chat',
])
