import { Icon } from '#ui/icon.tsx'
import { type IconName, iconPaths } from '#ui/icon-paths.ts'
import { Logo } from '#ui/logo.tsx'
import { ShowcaseSection } from '#web/screens/showcase/showcase-section.tsx'

const isIconName = (name: string): name is IconName => name in iconPaths

export function ShowcaseIcons() {
  return (
    <ShowcaseSection title="Icon">
      <div className="flex items-center gap-6">
        <Logo size={28} />
        <Logo markOnly size={44} />
      </div>
      <ul className="grid grid-cols-5 gap-3 text-center text-12 text-dim">
        {Object.keys(iconPaths)
          .filter(isIconName)
          .map((name) => (
            <li className="grid justify-items-center gap-1" key={name}>
              <Icon className="text-text" name={name} />
              <span className="break-all">{name}</span>
            </li>
          ))}
      </ul>
    </ShowcaseSection>
  )
}
