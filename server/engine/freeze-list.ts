import type { EngineStore } from '#server/engine/engine-store.ts'
import type { Engine } from '#server/engine/engine-types.ts'

const pageSize = 20

/** The freezes on disk, for the operator console. */
export function createFreezeList({
  freezes,
  countFreezes,
}: Pick<EngineStore, 'freezes' | 'countFreezes'>): Pick<Engine, 'freezes' | 'frozenCount'> {
  const frozenCount = () => countFreezes('frozen')
  return {
    frozenCount,
    async freezes({ state, page }) {
      const listed = await freezes(state, { limit: pageSize, offset: (page - 1) * pageSize })
      const frozen = await frozenCount()
      return { freezes: listed, total: state === 'frozen' ? frozen : await countFreezes(state), frozen }
    },
  }
}
