// Generated images of identity documents.
import sharp from 'sharp'

const waves = Array.from(
  { length: 14 },
  (_, at) => `<path d="M0 ${at * 36 + 10}q100-30 200 0t200 0 200 0 200 0" stroke="#c8d6e8" fill="none"/>`,
).join('')

const sides = {
  front: `<rect x="48" y="130" width="190" height="240" fill="#b9c7d8"/>
    <circle cx="143" cy="220" r="48" fill="#8396ad"/><path d="M68 370c0-90 150-90 150 0z" fill="#8396ad"/>
    <text x="280" y="170" font-size="22" fill="#5b6b80">Name</text>
    <text x="280" y="205" font-size="34" fill="#1d2b3d">CHAN TAI MAN</text>
    <text x="280" y="270" font-size="22" fill="#5b6b80">Number</text>
    <text x="280" y="305" font-size="34" fill="#1d2b3d">A123456(7)</text>
    <text x="280" y="370" font-size="26" fill="#1d2b3d">1990-01-01</text>`,
  reverse: `<rect x="0" y="60" width="800" height="90" fill="#44546a"/>
    <text x="48" y="330" font-size="30" fill="#1d2b3d">IDSPEC&lt;A1234567&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;</text>
    <text x="48" y="380" font-size="30" fill="#1d2b3d">CHAN&lt;&lt;TAI&lt;MAN&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;</text>`,
} as const

/** One side of a card in landscape format. */
export async function documentImage(side: keyof typeof sides): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="504" font-family="sans-serif">
    <rect width="800" height="504" rx="24" fill="#e6edf5"/>${waves}
    <text x="48" y="70" font-size="30" fill="#1d2b3d" font-weight="bold">SPECIMEN</text>${sides[side]}</svg>`
  return await sharp(Buffer.from(svg)).flatten({ background: '#7d746a' }).jpeg({ quality: 88 }).toBuffer()
}
