import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { markets } from '#db/seed/markets.ts'
import { temporaryDirectory } from '#test/storage-process.ts'
import { drawLogos, logoDirectory } from '#tools/logos/draw-logos.ts'
import { type PictureElement, readPicture } from '#tools/logos/read-picture.ts'

const longestBytes = 3000

/** Allowed elements and attributes: nothing that runs scripts, loads files, sets styles or needs a font. */
const attributesOf: Readonly<Record<string, readonly string[]>> = {
  svg: ['xmlns', 'viewBox', 'aria-hidden'],
  g: ['clip-path', 'transform'],
  clipPath: ['id'],
  path: ['d', 'fill', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin'],
  circle: ['cx', 'cy', 'r', 'fill', 'stroke', 'stroke-width'],
}

function filesIn(directory: string): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(directory)
      .sort()
      .map((name) => [name, readFileSync(join(directory, name), 'utf8')]),
  )
}

function valuesOf(elements: readonly PictureElement[], name: string): readonly string[] {
  return elements.flatMap(({ attributes }) => attributes.get(name) ?? [])
}

const committed = filesIn(logoDirectory)

describe('the logos', () => {
  it('equal the output of the tool, which deletes all other files', (t) => {
    const directory = temporaryDirectory(t)
    writeFileSync(join(directory, 'GONE.svg'), '')
    drawLogos(directory)
    assert.deepEqual(filesIn(directory), committed)
  })

  it('exist for exactly the markets of the seed', () => {
    const wanted = markets.map(({ logo }) => logo)
    assert.deepEqual(
      [...committed.keys()].map((name) => `/logos/${name}`),
      wanted.toSorted(),
    )
  })

  it('are all different', () => {
    assert.equal(new Set(committed.values()).size, committed.size)
  })

  for (const [name, picture] of committed) {
    it(`${name} is small, well-formed and self-contained`, () => {
      assert.ok(Buffer.byteLength(picture) <= longestBytes, `${Buffer.byteLength(picture)} bytes`)
      const elements = readPicture(picture)
      for (const element of elements)
        for (const attribute of element.attributes.keys())
          assert.ok(attributesOf[element.name]?.includes(attribute), `<${element.name} ${attribute}>`)
      assert.deepEqual(valuesOf(elements, 'viewBox'), ['0 0 40 40'])
      for (const line of valuesOf(elements, 'd')) assert.match(line, /^M[MLHVCQAZhvaz\d .-]+$/)
      const named = valuesOf(elements, 'id').map((id) => `url(#${id})`)
      assert.deepEqual(valuesOf(elements, 'clip-path').toSorted(), named.toSorted())
    })
  }

  it('use one clip shape per id', () => {
    const shapes = [...committed.values()].flatMap(
      (picture) => picture.match(/<clipPath.*?<\/clipPath>/g) ?? [],
    )
    const names = new Set(shapes.map((shape) => /id="(\w+)"/.exec(shape)?.[1]))
    assert.deepEqual(names, new Set(['back', 'front', 'disc']))
    assert.equal(new Set(shapes).size, names.size)
  })
})
