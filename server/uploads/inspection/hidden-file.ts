/**
 * Beginnings of other files, long enough that the compressed data of an honest picture does not hold one by chance.
 * They are looked for everywhere: a script in the metadata serves its author as well as one at the end. No pattern
 * may look far ahead, or a hostile file of ten megabytes would take seconds.
 */
const pages = /<(?:\?php\s|script[\s>]|html[\s>]|!doctype\s{1,20}html|iframe\s)|%pdf-\d\.\d/i
const files = new RegExp(
  [
    // A member of a zip archive: version, flags, and stored or deflated.
    String.raw`PK\x03\x04[\x00-\x3f]\x00[\s\S]{2}[\x00\x08]\x00`,
    String.raw`Rar!\x1a\x07[\x00\x01]`,
    String.raw`7z\xbc\xaf\x27\x1c`,
    String.raw`\x7fELF[\x01\x02][\x01\x02]\x01`,
    'This program cannot be run in DOS mode',
    // Office documents of old.
    String.raw`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1`,
    String.raw`SQLite format 3\x00`,
    '__HALT_COMPILER',
    String.raw`www\.w3\.org/2000/svg`,
  ].join('|'),
)

/** Too short to be looked for everywhere: they count where something begins behind the picture. */
const atStart = new RegExp(
  [
    'MZ',
    '#!',
    String.raw`PK[\x01\x03\x05\x07]`,
    String.raw`\x1f\x8b\x08`,
    String.raw`BZh\d`,
    String.raw`\xfd7zXZ\x00`,
    String.raw`\xca\xfe\xba\xbe|\xfe\xed\xfa[\xce\xcf]|[\xce\xcf]\xfa\xed\xfe`,
    String.raw`\x00asm`,
    'MSCF|!<arch>|GIF8|II\\*\\x00|MM\\x00\\*',
    String.raw`L\x00\x00\x00\x01\x14\x02`,
  ]
    .map((beginning) => `^(?:${beginning})`)
    .join('|'),
)

const plainText = /^[\t\n\r\x20-\x7e\x80-\xff]*$/

/** Whether there is more in it than a picture. The trailer is that part behind its end which nothing explains. */
export function hidesFile(bytes: Uint8Array, trailer: Uint8Array): boolean {
  const all = latin1(bytes)
  if (pages.test(all) || files.test(all) || endsAsZip(bytes)) return true
  const behind = latin1(trailer)
  // Text that opens a tag: templates and scripts of any language, whatever they are called.
  return atStart.test(behind) || (behind.includes('<') && plainText.test(behind))
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

const zipEndBytes = 22
const longestZipComment = 0xff_ff

/** A zip archive is found from its end: a record whose comment reaches exactly to the last byte. */
function endsAsZip(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.subarray(-(zipEndBytes + longestZipComment)))
  for (let at = tail.indexOf('PK\x05\x06'); at >= 0; at = tail.indexOf('PK\x05\x06', at + 1)) {
    if (at + zipEndBytes <= tail.length && at + zipEndBytes + tail.readUInt16LE(at + 20) === tail.length)
      return true
  }
  return false
}
