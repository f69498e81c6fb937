import { Link } from 'wouter'
import { Icon } from '#ui/icon.tsx'

/** Leads from a record back to its list. */
export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <Link
      aria-label={label}
      className="grid size-11 place-items-center rounded-8 hover:bg-hover"
      href={href}
      title={label}
    >
      <Icon name="back" size={20} />
    </Link>
  )
}
